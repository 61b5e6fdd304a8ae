import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, addressSettings, clearSocket } from './address.ts'
import { type Cluster, serverEnvironment } from './cluster.ts'
import { PostgresProblem } from './program.ts'

/** A server process. `ready` resolves when it accepts connections, or rejects with PostgresProblem if it exits. */
export type Postmaster = { child: ChildProcess; ready: Promise<void> }

/** The facts that a running server writes to its data folder. */
export type PostmasterRecord = {
  pid: number
  /** The start time in seconds since 1970. */
  startedAt: number
  address: Address
  isReady: boolean
}

/**
 * Starts the server on a cluster that no other server uses. It runs in a separate process session, so that Ctrl-C in
 * the terminal reaches only Caseload, which can finish open requests while the database is still running.
 */
export function launchPostmaster(cluster: Cluster, address: Address): Postmaster {
  const { program, folder, logFile } = cluster
  disownPostmaster(folder)
  clearSocket(address)
  const output = openSync(logFile, 'a', 0o600)
  const from = statSync(logFile).size
  const child = spawn(
    program.postgres,
    ['-D', folder, ...settings(cluster, address).flatMap((one) => ['-c', one])],
    {
      cwd: folder,
      env: serverEnvironment(),
      detached: true,
      windowsHide: true,
      stdio: ['ignore', output, output],
      ...(program.user && { uid: program.user.uid, gid: program.user.gid }),
    },
  )
  closeSync(output)
  child.unref()
  const ready = untilReady(child, folder).catch((error: Error) => {
    const lastLines = readFileSync(logFile).subarray(from).toString().trim().split('\n').slice(-6).join('\n')
    throw new PostgresProblem(
      `PostgreSQL did not start: ${error.message}\n${lastLines}\n(all of it in ${logFile})`,
    )
  })
  ready.catch(() => {}) // the caller awaits it later
  return { child, ready }
}

function settings({ fsync }: Cluster, address: Address): string[] {
  return [
    ...addressSettings(address),
    'max_connections=100',
    'shared_buffers=128MB',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_checkpoints=off',
    // Statements and error details contain patient data, which must not be logged.
    'log_min_error_statement=panic',
    'log_error_verbosity=terse',
    // Error messages may contain user input.
    'log_min_messages=log',
    // Commits still reach the kernel one by one, so that a killed server loses no data in tests either.
    ...(fsync ? [] : ['fsync=off', 'full_page_writes=off']),
  ]
}

/** Has no time limit while the process lives, because recovery after a crash may take long. */
async function untilReady(child: ChildProcess, folder: string): Promise<void> {
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  while (!failure) {
    if (hasEnded(child)) throw new Error(`it ended with ${child.signalCode ?? child.exitCode}`)
    const record = readPostmaster(folder)
    if (record?.isReady && record.pid === child.pid) return
    await sleep(10)
  }
  throw failure
}

/** Reads postmaster.pid (its lines: pid, data folder, start, port, socket, address, shared memory, state). */
export function readPostmaster(folder: string): PostmasterRecord | undefined {
  try {
    const lines = withRecord(folder, constants.O_RDONLY, (file) => readFileSync(file, 'utf8')).split('\n')
    const [pid, startedAt, port] = [Number(lines[0]), Number(lines[2]), Number(lines[3])]
    const socketFolder = lines[4] ?? ''
    const address = socketFolder ? { socketFolder } : { port }
    return pid > 0 ? { pid, startedAt, address, isReady: lines[7]?.trim() === 'ready' } : undefined
  } catch {
    return undefined
  }
}

/**
 * Makes PostgreSQL treat postmaster.pid as stale if its PID now belongs to another program or to a zombie process. A
 * container without an init process never reaps zombies. Keeps the rest of the file, which PostgreSQL needs to find
 * out whether old backends still use the shared memory.
 */
function disownPostmaster(folder: string): void {
  const noSuchProcess = '4194305' // one more than Linux's highest process ID (proc(5), pid_max)
  try {
    withRecord(folder, constants.O_RDWR, (file) => {
      const disowned = readFileSync(file, 'utf8').replace(/^-?\d+/, noSuchProcess)
      ftruncateSync(file)
      writeSync(file, disowned, 0)
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/**
 * Opens postmaster.pid. As root, Caseload must not follow a link that PostgreSQL's user, who owns the folder, put in its
 * place: it would write to any file of the system. Throws PostgresProblem for anything but an ordinary file.
 */
function withRecord<Result>(folder: string, flags: number, work: (file: number) => Result): Result {
  const path = join(folder, 'postmaster.pid')
  // Windows has neither flag. Without O_NONBLOCK, opening a pipe would wait for a writer.
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  let file: number
  try {
    file = openSync(path, flags | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ELOOP' ? notAFile(path) : error
  }
  try {
    const found = fstatSync(file)
    if (!found.isFile() || found.nlink > 1) throw notAFile(path)
    return work(file)
  } finally {
    closeSync(file)
  }
}

const notAFile = (path: string) =>
  new PostgresProblem(`${path} is a link or no ordinary file. Delete it, then start Caseload again.`)

/**
 * Stops a server with a fast shutdown, which disconnects clients and writes all data. After 10 s it uses an immediate
 * shutdown, and after 15 s SIGKILL. The next start recovers from either.
 */
export async function endPostmaster(cluster: Cluster, pid: number, isGone: () => boolean): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 10],
    ['SIGQUIT', 5],
    ['SIGKILL', 5],
  ] as const) {
    if (isGone()) return
    signalPostmaster(cluster, pid, signal)
    for (const end = Date.now() + seconds * 1000; Date.now() < end && !isGone(); ) await sleep(10)
  }
  if (!isGone()) throw new PostgresProblem(`PostgreSQL (process ${pid}) cannot be stopped`)
}

/** Whether a process that we started has exited. */
export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined
}

function signalPostmaster(
  { program, folder }: Cluster,
  pid: number,
  signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL',
): void {
  try {
    // Windows has no signals, so pg_ctl is used there.
    if (process.platform !== 'win32' || signal === 'SIGKILL') process.kill(pid, signal)
    else
      execFileSync(program.pgCtl, [
        'stop',
        '-D',
        folder,
        '-W',
        '-m',
        signal === 'SIGINT' ? 'fast' : 'immediate',
      ])
  } catch {
    // it has already exited
  }
}
