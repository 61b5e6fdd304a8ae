import { attachDatabase } from '#app/databases.ts'
import { readEnvironment } from '#infra/environment.ts'
import { replaceSecret, type SharedSecret, sharedSecrets } from '#infra/sharedSecrets.ts'
import { Misuse, runCommand, withDatabases } from './command.ts'

/** What `--help` prints. */
const help = `Usage: npm run secrets:replace -- <SESSION_SECRET | RECORDS_KEY | SEAL_KEY | EVIDENCE_KEY>

Makes the configured secret the current one of the database, although the previous one is lost or
was leaked. Stop all processes of Caseload first. The audit log records it.

Exit codes:
  0  the secret was replaced, or nothing had to be
  2  the command could not run`

/** What follows from the replacement. */
const effects: Record<SharedSecret, string> = {
  SESSION_SECRET: 'All users must sign in again.',
  RECORDS_KEY:
    'Records that were encrypted with the previous key stay unreadable until it is added at the end of RECORDS_KEY.',
  SEAL_KEY: 'New forms are sealed with this key. Forms sealed with the previous one stay valid.',
  EVIDENCE_KEY:
    'A new evidence log begins with the first audit row. Tell everyone who keeps tree heads of the previous one.',
}

async function run([setting, ...others]: string[]): Promise<number> {
  if (!isShared(setting) || others.length > 0) throw new Misuse('Name one setting')
  const environment = readEnvironment()
  const isReplaced = await withDatabases(environment, attachDatabase, ({ ownerUrl }) =>
    replaceSecret(ownerUrl, environment, setting),
  )
  console.log(
    isReplaced
      ? `${setting} was replaced. ${effects[setting]} Start all processes with the new value.`
      : `${setting} includes the current secret, so nothing was replaced.`,
  )
  return 0
}

const isShared = (word: string | undefined): word is SharedSecret => sharedSecrets.some((one) => one === word)

await runCommand(help, run)
