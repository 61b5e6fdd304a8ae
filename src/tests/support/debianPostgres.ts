import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, globSync, mkdirSync } from 'node:fs'
import { delimiter } from 'node:path'
import { needProgram } from './needProgram.ts'
import { freePort } from './serverProcess.ts'

/** Debian's PostgreSQL on a free port. It has programs that the embedded PostgreSQL lacks. */
export type DebianPostgres = {
  /** The superuser's address of a database. */
  urlOf: (database: string) => string
  /** Runs a script of bash as the user of PostgreSQL with its programs. Throws with what it printed if it fails. */
  run: (script: string, environment?: Record<string, string>) => string
}

const programs = () => globSync('/usr/lib/postgresql/*/bin').sort().at(-1)

/** Installs PostgreSQL with apt if it is not here. `folder` will belong to its user. */
export async function findDebianPostgres(folder: string): Promise<DebianPostgres> {
  if (!programs()) needProgram('pg_ctlcluster', '--version', 'postgresql')
  const bin = programs()
  if (!bin) throw new Error('The package postgresql has no programs in /usr/lib/postgresql')
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const [uid, gid] = [idOf('-u'), idOf('-g')]
  mkdirSync(folder, { recursive: true })
  chownSync(folder, uid, gid)
  const port = String(await freePort())
  return {
    urlOf: (database) => `postgresql://postgres@127.0.0.1:${port}/${database}`,
    run: (script, environment = {}) => {
      const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
        cwd: folder,
        uid,
        gid,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: [bin, process.env.PATH].join(delimiter),
          PGHOST: '127.0.0.1',
          PGPORT: port,
          PGUSER: 'postgres',
          HOME: folder,
          ...environment,
        },
      })
      if (status !== 0) throw new Error(`${script}\n${stdout}${stderr}`)
      return stdout
    },
  }
}
