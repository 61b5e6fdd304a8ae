import { type ChildProcess, spawn } from 'node:child_process'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serverFlags, serverFolders } from './startCommand.ts'

type Settings = Record<string, string>

const SERVER = 'app/server.ts'

/** A program of the app in its own process, which can be killed. */
export type Program = {
  child: ChildProcess
  /** Its output so far. */
  said: () => string
  /** Its exit code, or the signal that ended it. */
  over: Promise<number | NodeJS.Signals | null>
}

/** The real server, responding at `url`. */
export type ServerProcess = Program & {
  url: string
  /** Asks it to stop, like an operator. */
  stop: () => Program['over']
}

/** The folder of this version of Caseload. */
const thisVersion = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Runs `src/<name>`, of this version by default, with these settings, and in production mode with a name of the clinic. This process's
 * environment and a developer's `.env` do not affect it.
 */
export function startProgram(
  name: string,
  settings: Settings,
  answers?: string,
  words: readonly string[] = [],
  version = thisVersion,
): Program {
  const flags = name === SERVER ? serverFlags : []
  const script = join(version, 'src', name)
  const named = settings.NODE_ENV === 'production' ? { CLINIC_NAME: 'Test Clinic' } : {}
  return runCommand(
    process.execPath,
    [...flags, script, ...words],
    tmpdir(),
    { ...named, ...settings },
    answers,
  )
}

/** Runs `src/<name>` to its end, in production mode unless the settings say otherwise. */
export async function runProgram(
  name: string,
  settings: Settings,
  words: readonly string[] = [],
  answers = '',
): Promise<{ exit: number | NodeJS.Signals | null; said: string }> {
  const { over, said } = startProgram(name, { NODE_ENV: 'production', ...settings }, answers, words)
  const exit = await over
  return { exit, said: said() }
}

/** Runs a command with exactly these settings. */
export function runCommand(
  command: string,
  words: readonly string[],
  cwd: string,
  settings: Settings,
  answers = '',
): Program {
  const child = spawn(command, words, {
    cwd,
    env: { PATH: process.env.PATH, ...serverFolders, ...settings },
    stdio: 'pipe',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  child.stdin.on('error', () => {}).end(answers) // it may end without reading its input
  // `close` comes after the end of the output.
  const over = new Promise<number | NodeJS.Signals | null>((done) => {
    child.once('close', (code, signal) => done(signal ?? code))
  })
  return { child, over, said: () => output }
}

/** Starts the built server in production mode on a free port and waits until it is ready. `host` is how browsers name it. */
export async function startServer(
  settings: Settings,
  host = '127.0.0.1',
  version = thisVersion,
): Promise<ServerProcess> {
  const PORT = String(await freePort())
  const url = `http://${host}:${PORT}`
  const all = { NODE_ENV: 'production', PORT, PUBLIC_URL: url, ...settings }
  const program = startProgram(SERVER, all, undefined, [], version)
  await untilReady(url, program)
  const stop = () => {
    program.child.kill('SIGTERM')
    return program.over
  }
  return { ...program, url, stop }
}

/** On a busy machine it takes ten times as long as usual. */
const READY_MS = 120_000

/** Starts the built server by `npm start`, without the build, and waits until it is ready. */
export async function npmStart(settings: Settings): Promise<Program & { url: string }> {
  const PORT = String(await freePort())
  const url = `http://127.0.0.1:${PORT}`
  const program = runCommand('npm', ['start', '--ignore-scripts'], thisVersion, {
    ...settings,
    PORT,
    PUBLIC_URL: url,
  })
  await untilReady(url, program)
  return { ...program, url }
}

/** Waits until the server at this address is ready. Throws with its output if it ends or takes too long. */
export async function untilReady(url: string, { child, said }: Program): Promise<void> {
  for (const end = Date.now() + READY_MS; Date.now() < end; await sleep(25)) {
    if (child.exitCode !== null || child.signalCode) throw new Error(`The server did not start:\n${said()}`)
    const ready = await fetch(`${url}/readyz`).catch(() => null)
    await ready?.body?.cancel()
    if (ready?.ok) return
  }
  child.kill('SIGKILL')
  throw new Error(`The server was not ready in ${READY_MS} ms:\n${said()}`)
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })
}
