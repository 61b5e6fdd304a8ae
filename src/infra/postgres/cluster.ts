import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Address, SOCKET_PORT } from './address.ts'
import { PostgresProblem, type PostgresProgram, requirePassage } from './program.ts'

/** A PostgreSQL cluster on disk, its program and its passwords. */
export type Cluster = {
  program: PostgresProgram
  folder: string
  logFile: string
  passwords: Passwords
  /** `false` gives up safety against power loss for speed, in tests. */
  fsync: boolean
}

/** The passwords of the two logins, stored in DATA_DIR. */
export type Passwords = { owner: string; application: string }

type Site = { program: PostgresProgram; dataDir: string; fsync: boolean; log: (sentence: string) => void }

const run = promisify(execFile)

/** The names of the login roles and the database of an embedded cluster. */
export const names = { owner: 'caseload_owner', application: 'caseload', database: 'caseload' } as const

/**
 * Returns the URL of a database on the embedded server. The `host` query parameter is the socket folder; pg and libpq
 * prefer it to the host before the path. That host is `localhost`, because a URL without a host cannot have a user.
 */
export function clusterUrl(
  { passwords }: Pick<Cluster, 'passwords'>,
  address: Address,
  who: keyof Passwords,
  database: string = names.database,
): string {
  const login = `${names[who]}:${passwords[who]}`
  if ('port' in address) return `postgresql://${login}@127.0.0.1:${address.port}/${database}`
  const host = encodeURIComponent(address.socketFolder)
  return `postgresql://${login}@localhost:${SOCKET_PORT}/${database}?host=${host}`
}

/** Opens or creates the cluster in DATA_DIR/postgres. Throws PostgresProblem if neither is possible. */
export async function prepareCluster({ program, dataDir, fsync, log }: Site): Promise<Cluster> {
  requirePassage(program, dirname(program.postgres), 'Move Caseload to another folder')
  requirePassage(program, dataDir, 'Choose another DATA_DIR')
  const folder = join(dataDir, 'postgres')
  const exists = existsSync(join(folder, 'PG_VERSION'))
  if (exists) requireSameMajor(program, folder)
  else if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new PostgresProblem(notACluster(folder))
  const passwords = keepPasswords(dataDir, folder, exists)
  const cluster = { program, folder, passwords, fsync, logFile: join(dataDir, 'postgres.log') }
  removeHalfMade(dataDir)
  if (!exists) {
    log('Making the database (once)')
    await makeCluster(cluster, dataDir)
  }
  return cluster
}

/** Creates the cluster in a temporary folder and renames it, so that a crash never leaves a partial cluster. */
async function makeCluster({ program, folder, passwords, fsync }: Cluster, dataDir: string): Promise<void> {
  const half = mkdtempSync(join(dataDir, 'postgres.new-'))
  const passwordFile = `${half}.password`
  writeFileSync(passwordFile, passwords.owner, { mode: 0o600 })
  for (const path of [half, passwordFile])
    if (program.user) chownSync(path, program.user.uid, program.user.gid)
  chmodSync(half, 0o700)
  try {
    await run(program.initdb, [...initdbArguments(passwordFile, half), ...(fsync ? [] : ['--no-sync'])], {
      cwd: half,
      env: serverEnvironment(),
      ...(program.user && { uid: program.user.uid, gid: program.user.gid }),
    })
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    throw new PostgresProblem(
      `The database could not be made in ${folder}: ${(stderr || String(error)).trim()}`,
    )
  } finally {
    rmSync(passwordFile, { force: true })
  }
  rmSync(folder, { recursive: true, force: true }) // known to be empty or absent
  renameSync(half, folder)
}

function initdbArguments(passwordFile: string, folder: string): string[] {
  return [
    `--pgdata=${folder}`,
    `--username=${names.owner}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The same on every platform, and case-aware for all of Unicode, which citext needs.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ]
}

/** The server gets none of Caseload's environment variables, neither secrets nor PG* settings. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env
  return { LC_ALL: 'C', ...(PATH && { PATH }), ...(SystemRoot && { SystemRoot }), ...(TEMP && { TEMP }) }
}

function keepPasswords(dataDir: string, folder: string, clusterExists: boolean): Passwords {
  const file = join(dataDir, 'postgres-passwords.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Passwords
  if (clusterExists) {
    throw new PostgresProblem(
      `The passwords of the database in ${folder} are missing. Restore ${file} from a backup.`,
    )
  }
  const passwords = {
    owner: randomBytes(24).toString('base64url'),
    application: randomBytes(24).toString('base64url'),
  }
  writeFileSync(`${file}.new`, JSON.stringify(passwords), { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  return passwords
}

function removeHalfMade(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('postgres.new-')) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

function requireSameMajor(program: PostgresProgram, folder: string): void {
  const made = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (made === program.major) return
  throw new PostgresProblem(
    `The database in ${folder} was made by PostgreSQL ${made}, and this Caseload brings ${program.major}. ` +
      `Carry the data over with pg_dump, or start the Caseload that brought PostgreSQL ${made}.`,
  )
}

function notACluster(folder: string): string {
  return `${folder} holds files, but no PostgreSQL database. Move them away, or choose another DATA_DIR.`
}
