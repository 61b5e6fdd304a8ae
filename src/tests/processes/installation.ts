import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { SESSION_SECRET } from '#tests/support/clinic.ts'
import { runProgram, type ServerProcess, startServer } from '#tests/support/serverProcess.ts'
import { makeDataFolder } from './dataFolder.ts'

/** The answers to the questions of `create-admin`. */
export const answers = (...lines: string[]): string => `${lines.join('\n')}\n`

/**
 * A production installation for the tests of a file: a data folder whose server was started once and has stopped, with one
 * administrator.
 */
export function installProduction() {
  const admin = { email: 'ada@clinic.example', password: randomBytes(12).toString('hex') }
  const folder = makeDataFolder()
  const settings = {
    NODE_ENV: 'production',
    DATA_DIR: folder.path,
    SESSION_SECRET,
    REQUESTS_PER_MINUTE: '1000000',
  }
  const createAdmin = (lines: string) => runProgram('cli/createAdmin.ts', settings, [], lines)
  const installation = {
    admin,
    folder,
    settings,
    createAdmin,
    /** What the first start left, and how it ended. */
    atFirst: { accounts: -1, patients: -1, exit: null as unknown },
    /** What `create-admin` said when it created the administrator. */
    adminMade: { said: '', exit: null as unknown },
    /** Starts the server, and stops it after the test. */
    start: async (more: Record<string, string> = {}): Promise<ServerProcess> => {
      const server = await startServer({ ...settings, ...more })
      onTestFinished(async () => {
        if (server.child.exitCode !== null || server.child.signalCode !== null) return
        await server.stop()
      })
      return server
    },
  }
  beforeAll(async () => {
    const first = await startServer(settings)
    const found = { accounts: await folder.count('users'), patients: await folder.count('patients') }
    installation.atFirst = { ...found, exit: await first.stop() }
    if (installation.atFirst.exit !== 0) console.error(first.said())
    installation.adminMade = await createAdmin(answers(admin.email, 'Ada', 'Marsh', admin.password))
  })
  afterAll(() => folder.remove())
  return installation
}
