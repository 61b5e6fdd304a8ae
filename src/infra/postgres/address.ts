import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PostgresProblem, type PostgresProgram, requirePassage } from './program.ts'

/** Where a server listens: on a socket in a folder, or on a local port where Node does not support such sockets. */
export type Address = { socketFolder: string } | { port: number }

/** PostgreSQL names its socket by a port number, even if it does not listen on that port. */
export const SOCKET_PORT = 5432

const socketFile = `.s.PGSQL.${SOCKET_PORT}`
const temporaryPrefix = 'caseload-socket-'
/** The maximum length of a socket path in bytes: `sun_path` of unix(4) on macOS and unix(7) on Linux, less one byte. */
const LONGEST = process.platform === 'linux' ? 107 : 103

/** Chooses the server's address. Throws PostgresProblem if there is no safe place for its socket. */
export async function openAddress(program: PostgresProgram, dataDir: string): Promise<Address> {
  if (process.platform === 'win32') return { port: await freePort() }
  const inside = join(dataDir, 'socket')
  if (!isTooLong(inside)) {
    rmSync(inside, { recursive: true, force: true })
    mkdirSync(inside, { mode: 0o700 })
    return { socketFolder: handOver(program, inside) }
  }
  return { socketFolder: handOver(program, temporaryFolder(program, dataDir)) }
}

/** Removes the temporary folder of an unused socket. Leaves other folders alone. */
export function closeAddress(address: Address, clusterFolder: string): void {
  if ('port' in address || !basename(address.socketFolder).startsWith(temporaryPrefix)) return
  const found = lstatSync(address.socketFolder, { throwIfNoEntry: false })
  if (!found?.isDirectory() || found.uid !== statSync(clusterFolder).uid) return
  clearSocket(address)
  rmdirSync(address.socketFolder)
}

/**
 * Removes the socket files of a killed server. PostgreSQL does so itself, unless the process ID in its lock file now
 * belongs to another program.
 */
export function clearSocket(address: Address): void {
  if ('port' in address) return
  for (const name of [socketFile, `${socketFile}.lock`])
    rmSync(join(address.socketFolder, name), { force: true })
}

/** PostgreSQL's settings for an address. */
export function addressSettings(address: Address): string[] {
  if ('port' in address)
    return [`port=${address.port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
  // The setting is a list. The quotes protect a comma or a space in the path.
  const quoted = `"${address.socketFolder.replaceAll('"', '""')}"`
  return [
    `port=${SOCKET_PORT}`,
    'listen_addresses=',
    `unix_socket_directories=${quoted}`,
    'unix_socket_permissions=0700',
  ]
}

const isTooLong = (folder: string) => Buffer.byteLength(join(folder, socketFile)) > LONGEST

/** Has an unpredictable name, so that no other user can create it first. */
function temporaryFolder(program: PostgresProgram, dataDir: string): string {
  const parent = tmpdir()
  const { mode } = statSync(parent)
  const mayOthersReplace = (mode & 0o022) !== 0 && (mode & 0o1000) === 0
  if (mayOthersReplace || isTooLong(join(parent, `${temporaryPrefix}123456`))) {
    throw new PostgresProblem(
      `The path of the data folder ${dataDir} is too long for the socket of the database, and the temporary folder ` +
        `${parent} cannot hold it. Choose a shorter DATA_DIR, or set TMPDIR to a folder that only you can write to.`,
    )
  }
  requirePassage(program, parent, 'Choose a shorter DATA_DIR')
  return mkdtempSync(join(parent, temporaryPrefix))
}

/** Makes the user that runs PostgreSQL the folder's owner and the only one with access. */
function handOver({ user }: PostgresProgram, folder: string): string {
  chmodSync(folder, 0o700)
  if (user) chownSync(folder, user.uid, user.gid)
  return folder
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? done(address.port) : fail(new Error('no port')),
      )
    })
  })
}
