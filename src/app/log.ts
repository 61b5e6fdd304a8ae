import { format } from 'node:util'
import pino, { type DestinationStream, type LogFn, type Logger } from 'pino'
import { requestScope } from '#infra/requestScope.ts'
import { sanitizeError, withoutValues } from '#infra/sanitizeError.ts'
import { traceId } from '#infra/tracing.ts'
import { fingerprintOf, type Line, makeRepeats } from './repeats.ts'

const WARNING = 40
const ERROR = 50
const MINUTE = 60_000

/** A log, and `flush`, which writes the summaries of repeated lines now. */
export type Log = Logger & { flushRepeats: () => void }

/**
 * Creates a log of one JSON object per line, to standard output by default. Each line of a request or job has its ID.
 * Errors are reduced by `sanitizeError`, and request bodies are never logged. A warning or error that repeats within a
 * minute is counted and reported once at the end of it (`times`), so that an outage cannot fill the disk.
 */
export function makeLog(level: string, destination?: DestinationStream): Log {
  let isFlushing = false
  const repeats = makeRepeats((line) => log[nameOf(line.level)](line.fields, line.message))
  const log = pino(
    {
      level,
      base: { service: 'caseload' },
      mixin: () => {
        const requestId = requestScope.getStore()?.requestId
        const trace = traceId()
        return {
          ...(requestId !== undefined && { requestId }),
          ...(trace !== undefined && { traceId: trace }),
        }
      },
      redact: ['*.password', '*.secret', '*.cookie', '*.authorization'],
      // `lineOf` has sanitized it.
      serializers: { err: (error: unknown) => error },
      hooks: { logMethod },
    },
    destination ?? pino.destination(1),
  )

  function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
    // A summary has sanitized fields, and must not be counted itself.
    if (isFlushing) {
      method.apply(this, args)
      return
    }
    const line = lineOf(level, args)
    const write = (fields: object): void => method.apply(this, [fields, line.message])
    if (level < WARNING) {
      write(line.fields)
      return
    }
    const scope = requestScope.getStore()
    const fault = fingerprintOf(line)
    if (scope) scope.fault = fault
    const requestId = scope?.requestId ?? (line.fields.requestId as string | undefined)
    if (repeats.isFirst(fault, line, requestId)) write({ ...line.fields, fault })
  }

  function flushRepeats(): void {
    isFlushing = true
    repeats.flush()
    isFlushing = false
  }
  setInterval(flushRepeats, MINUTE).unref()
  return Object.assign(log, { flushRepeats })
}

/**
 * Writes what libraries print to the console as lines of the log, without quoted values. For a process whose whole
 * output is read by programs.
 */
export function logConsole(log: Logger, target: Console = console): void {
  const levels = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error' } as const
  for (const [name, level] of Object.entries(levels))
    target[name as keyof typeof levels] = (...words: unknown[]) => {
      const err = words.find((word) => word instanceof Error)
      log[level](err ? { err } : { text: withoutValues(format(...words)) }, 'console')
    }
}

const nameOf = (level: number): 'warn' | 'error' | 'fatal' => {
  if (level < ERROR) return 'warn'
  return level === ERROR ? 'error' : 'fatal'
}

function lineOf(level: number, [first, second]: readonly unknown[]): Line {
  if (typeof first === 'string') return { level, message: first, fields: {} }
  const { err, ...fields } = first as Record<string, unknown>
  const message = typeof second === 'string' ? second : ''
  return { level, message, fields: { ...(err !== undefined && { err: sanitizeError(err) }), ...fields } }
}
