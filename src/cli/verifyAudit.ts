import { parseArgs } from 'node:util'
import { amountOf } from '#domain/amount.ts'
import { describeBrokenLink } from '#domain/audit/integrity.ts'
import { readEnvironment } from '#infra/environment.ts'
import { checkAuditTrail, type TrailChecked } from '#operations/audit/checkAuditTrail.ts'
import { recordCommandCheck } from '#operations/audit/recordCommandCheck.ts'
import { Misuse, runCommand, stopwatch, withServices } from './command.ts'

/** What `--help` prints. */
const help = `Usage: npm run audit:verify [-- <digest>]

Verifies the audit log, also while Caseload runs. With the digest of an earlier check it also
verifies that every row of that check still exists.

Exit codes:
  0  the log is intact
  1  it is broken or has no check with this digest
  2  it could not be checked`

const verifyAudit = (args: string[]): Promise<number> => {
  const [digest, ...others] = parseArgs({ args, allowPositionals: true }).positionals
  if (others.length > 0) throw new Misuse('Give one digest at most')
  return withServices(
    readEnvironment(),
    'audit:verify',
    async (context) => {
      const elapsed = stopwatch()
      const checked = await checkAuditTrail(context, digest === undefined ? {} : { digest })
      await recordCommandCheck(context, 'audit:verify', checked)
      return report(checked, elapsed())
    },
    ['EVIDENCE_KEY'],
  )
}

function report({ rows, lanes, brokenLink, digest }: TrailChecked, elapsed: string): number {
  console.log(`${amountOf(rows, 'row')} in ${amountOf(lanes, 'chain')}, verified in ${elapsed}`)
  console.log(brokenLink ? `BROKEN. ${describeBrokenLink(brokenLink)}` : 'Intact')
  console.log(`Digest of all heads: ${digest}`)
  return brokenLink ? 1 : 0
}

await runCommand(help, verifyAudit, { refused: 1 })
