/** The parts of an error that may be logged. */
export type SanitizedError = {
  type: string
  message: string
  stack: string[]
  code?: string
  sqlState?: string
  constraint?: string
  cause?: SanitizedError
}

type DriverCause = { originalCode?: string; originalMessage?: string; constraint?: { index?: string } }
type AnyError = Error & { code?: unknown; meta?: { driverAdapterError?: { cause?: DriverCause } } }

/**
 * Reduces an error to fields that are safe to log: its kind and where it happened. Messages of database drivers quote
 * values, and Prisma's quote all arguments of a call, such as patients' names and passwords.
 */
export function sanitizeError(error: unknown, depth = 0): SanitizedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'The thrown value is not an error', stack: [] }
  const { code, meta, cause } = error as AnyError
  const driver = meta?.driverAdapterError?.cause ?? {}
  return {
    type: error.constructor.name,
    message: messageOf(error, driver),
    stack: framesOf(error),
    ...(typeof code === 'string' && { code }),
    ...(driver.originalCode && { sqlState: driver.originalCode }),
    ...(driver.constraint?.index && { constraint: driver.constraint.index }),
    ...(cause instanceof Error && depth < 3 && { cause: sanitizeError(cause, depth + 1) }),
  }
}

/** Prisma's message has the call, its arguments, and after an empty line the problem. */
function messageOf({ message }: Error, { originalMessage }: DriverCause): string {
  const [, call] = /Invalid `([\w.$]+\(\))` invocation/.exec(message) ?? []
  if (!call) return withoutValues(message)
  return `${call}: ${withoutValues(originalMessage ?? message.split('\n\n').at(-1) ?? '')}`
}

/** Returns the first line up to its first quoted value; names of the schema may be quoted. */
export function withoutValues(message: string): string {
  const [line = ''] = message.trim().split(/[\r\n\u2028]/)
  const [unquoted = ''] =
    /^(?:[^"]|(?<=\b(?:column|relation|table|constraint|function|role|schema) )"\w*")*/.exec(line) ?? []
  return unquoted === line ? line : `${unquoted}…`
}

/** The stack frames, without the message at the beginning of the stack. */
const framesOf = ({ stack = '', message }: Error): string[] =>
  stack
    .slice(stack.indexOf(message) + message.length)
    .split('\n')
    .flatMap((line) => /^ {4}at (.*)$/.exec(line)?.[1] ?? [])
