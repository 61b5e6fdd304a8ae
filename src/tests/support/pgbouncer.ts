import { spawn } from 'node:child_process'
import { chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { needProgram } from './needProgram.ts'
import { freePort } from './serverProcess.ts'

/** Debian's pgbouncer in front of an embedded PostgreSQL. */
export type Pooler = {
  /** The URL of the same login and database in one pool mode. The database at the pooler has the name of the mode. */
  at: (url: string, mode: 'session' | 'transaction') => string
  stop: () => Promise<void>
}

/** Installs pgbouncer with apt if it is not here. */
export const needPgbouncer = (): void => needProgram('pgbouncer', '--version')

/**
 * Starts pgbouncer in `folder` for the logins of these URLs. It has fewer connections in transaction mode than its clients,
 * so that they take turns.
 */
export async function startPgbouncer(folder: string, urls: readonly string[]): Promise<Pooler> {
  const [target] = urls.map((url) => new Client({ connectionString: url }))
  if (!target?.host.startsWith('/')) throw new Error('PostgreSQL does not listen on a socket')
  const port = await freePort()
  mkdirSync(folder)
  const place = `host=${target.host} port=${target.port} dbname=${target.database}`
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
session = ${place} pool_mode=session pool_size=60
transaction = ${place} pool_mode=transaction pool_size=4
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
logfile = ${join(folder, 'pgbouncer.log')}
max_client_conn = 500
`,
  )
  const users = urls
    .map((url) => new URL(url))
    .map(({ username, password }) => `"${username}" "${password}"\n`)
  writeFileSync(join(folder, 'users.txt'), users.join(''))
  // pgbouncer does not run as root. The socket's folder is open to the user of PostgreSQL.
  const { uid, gid } = statSync(target.host)
  for (const path of [folder, settings, join(folder, 'users.txt')]) chownSync(path, uid, gid)
  const child = spawn('pgbouncer', [settings], { stdio: 'ignore', uid, gid })
  const over = new Promise<void>((done) => child.once('close', () => done()))
  for (let tries = 0; !(await answers(port)); tries += 1) {
    if (child.exitCode !== null || tries > 200) throw new Error(`pgbouncer did not start: see ${folder}`)
    await sleep(25)
  }
  return {
    at: (url, mode) => {
      const { username, password } = new URL(url)
      return `postgresql://${username}:${password}@127.0.0.1:${port}/${mode}`
    },
    stop: () => {
      child.kill('SIGINT')
      return over
    },
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => done(true)).once('error', () => done(false))
    socket.once('connect', () => socket.end())
  })
