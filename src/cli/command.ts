import { constants } from 'node:os'
import { attachDatabase, type Databases } from '#app/databases.ts'
import { createServices } from '#app/services.ts'
import { Failure } from '#domain/errors.ts'
import type { Environment } from '#infra/environment.ts'
import { requireSecrets, type SharedSecret } from '#infra/sharedSecrets.ts'
import { createRequestContext, type RequestContext } from '#operations/context.ts'

type Interruption = 'SIGINT' | 'SIGTERM'

const exit = (signal: Interruption) => process.exit(128 + constants.signals[signal])

/** What Ctrl-C and SIGTERM do now. */
let interrupt: (signal: Interruption) => unknown = exit

/** Arguments that the command does not have, or lacks. */
export class Misuse extends Error {}

/**
 * Runs a command with its arguments and sets the exit code: the one that `run` returns, `refused` after a `Failure`, and
 * 2 if the command could not run. With `--help` it only prints `help`: how to call the command, what it does, and its exit
 * codes, as paragraphs.
 */
export async function runCommand(
  help: string,
  run: (args: string[]) => Promise<number>,
  { refused = 2 } = {},
): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help')) return console.log(help)
  // Ctrl-C comes twice, from the terminal and from npm. The second one must not end the command before it has cleaned up.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupt(signal))
  try {
    process.exitCode = await run(args)
  } catch (error) {
    if (isMisuse(error)) printMisuse(error, help)
    else printProblem(error)
    process.exitCode = error instanceof Failure ? refused : 2
  }
}

/**
 * Opens a database with `open`, and closes it after `work`. Ctrl-C or SIGTERM closes it and ends the command, unless `work`
 * called `cancelSignal`.
 */
export async function withDatabases<T>(
  environment: Environment,
  open: (environment: Environment) => Promise<Databases>,
  work: (databases: Databases) => Promise<T>,
): Promise<T> {
  const opening = open(environment)
  interrupt = (signal) => opening.then(({ stop }) => stop()).finally(() => exit(signal))
  const databases = await opening
  try {
    return await work(databases)
  } finally {
    await databases.stop()
  }
}

/** Creates services on a database, and closes them after `work`. The audit log names the npm script. */
export async function withContext<T>(
  environment: Environment,
  databaseUrl: string,
  script: string,
  work: (context: RequestContext) => Promise<T>,
): Promise<T> {
  const services = await createServices(environment, databaseUrl)
  try {
    const id = script.replace(':', '-')
    const request = { id, ipAddress: null, userAgent: `npm run ${script}`, listed: new Map() }
    return await work(createRequestContext(services, { request }))
  } finally {
    await services.close()
  }
}

/**
 * `withContext` on the database of a running Caseload, or else on one that is started and migrated. `needed` are the secrets
 * that must be those of the database.
 */
export const withServices = <T>(
  environment: Environment,
  script: string,
  work: (context: RequestContext) => Promise<T>,
  needed: readonly SharedSecret[] = [],
): Promise<T> =>
  withDatabases(environment, attachDatabase, async ({ appUrl, ownerUrl }) => {
    await requireSecrets(ownerUrl, environment, needed)
    return withContext(environment, appUrl, script, work)
  })

/** A signal that Ctrl-C or SIGTERM aborts with this message. After that, `work` must clean up and throw. */
export function cancelSignal(message: string): AbortSignal {
  const controller = new AbortController()
  interrupt = () => controller.abort(new Error(message))
  return controller.signal
}

/** Returns a function that formats the time since now, like "1.5 s". */
export function stopwatch(): () => string {
  const start = performance.now()
  return () => `${((performance.now() - start) / 1000).toFixed(1)} s`
}

/** Prints the first sentence of the problem, and how the command is called. */
function printMisuse({ message }: Error, help: string): void {
  const [problem] = message.split('. ')
  const [usage] = help.split('\n\n')
  console.error(`${problem}\n\n${usage}`)
}

function printProblem(error: unknown): void {
  // Node's streams wrap the reason of an abort.
  const problem = error instanceof Error && error.name === 'AbortError' ? (error.cause ?? error) : error
  if (problem instanceof Failure && problem.fields)
    for (const message of Object.values(problem.fields)) console.error(message)
  else if (isErrnoException(problem) && problem.code === 'ENOENT' && problem.path)
    console.error(`There is no file or folder ${problem.path}`)
  else console.error(isExplained(problem) ? problem.message : problem)
}

const isErrnoException = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error

const isMisuse = (error: unknown): error is Error =>
  error instanceof Misuse || (isErrnoException(error) && String(error.code).startsWith('ERR_PARSE_ARGS'))

/** Whether the message is enough. Errors with a code of PostgreSQL or Prisma are unexpected and need their stack. */
function isExplained(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if (error instanceof Failure || !('code' in error)) return true
  return 'syscall' in error
}
