import { randomBytes } from 'node:crypto'
import { SESSION_SECRET } from '#tests/support/clinic.ts'
import { runProgram, type ServerProcess, startProgram, startServer } from '#tests/support/serverProcess.ts'
import { type Caller, signIn } from './caller.ts'
import { makeDataFolder } from './dataFolder.ts'

/**
 * A server with signed-in users of every role and without rate limits in the way. Runs this version of Caseload unless
 * `version` names the folder of another one, on its own embedded PostgreSQL unless `more` has a DATABASE_URL.
 */
export async function openStaffedClinic(more: Record<string, string> = {}, version?: string) {
  const folder = makeDataFolder()
  const settings = {
    NODE_ENV: 'production',
    DATA_DIR: folder.path,
    SESSION_SECRET,
    LOG_LEVEL: 'error',
    REQUESTS_PER_MINUTE: '10000000',
    SIGN_IN_ATTEMPTS: '100000',
    ...more,
  }
  const account = { email: 'ada@clinic.example', password: randomBytes(12).toString('hex') }
  const made = startProgram(
    'cli/createAdmin.ts',
    settings,
    `${account.email}\nAda\nMarsh\n${account.password}\n`,
    [],
    version,
  )
  if ((await made.over) !== 0) throw new Error(made.said())
  const server = await startServer(settings, undefined, version)
  const admin = await signIn(server.url, account)
  const callers = [admin]
  for (const role of ['staff', 'staff', 'attorney'] as const)
    callers.push(await colleague(server, admin, role))
  return { folder, settings, server, callers, account }
}

async function colleague({ url }: ServerProcess, admin: Caller, role: string): Promise<Caller> {
  const name = randomBytes(4).toString('hex')
  const account = { email: `${role}.${name}@clinic.example`, password: randomBytes(12).toString('hex') }
  const person = { ...account, firstName: 'Sam', lastName: name, role }
  const { status, json } = await admin('POST', '/api/users/create', person)
  if (status !== 201) throw new Error(`Could not create a ${role}: ${status} ${JSON.stringify(json)}`)
  return signIn(url, account)
}

/** Runs `audit:verify`. Returns its output if the audit log is not intact, otherwise `null`. */
export async function brokenAuditLog(settings: Record<string, string>): Promise<string | null> {
  const { exit, said } = await runProgram('cli/verifyAudit.ts', settings)
  return exit === 0 ? null : said
}
