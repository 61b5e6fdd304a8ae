import pino, { type DestinationStream, type Logger } from 'pino'
import { sanitizeError } from '#infra/sanitizeError.ts'

/**
 * Creates a log of one JSON object per line, to standard output by default. Errors are reduced by `sanitizeError`, and
 * request bodies are never logged.
 */
export const makeLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: { service: 'caseload' },
      redact: ['*.password', '*.secret', '*.cookie', '*.authorization'],
      serializers: { err: (error: unknown) => sanitizeError(error) },
    },
    destination ?? pino.destination(1),
  )

const MINUTE = 60_000

/**
 * Returns a function for warnings that an attacker can repeat at will. It logs a sentence at once, and then at most once
 * per minute with the number of repeats (`times`).
 */
export function logSparingly(
  log: Pick<Logger, 'warn'>,
  now: () => number = performance.now.bind(performance),
) {
  const logged = new Map<string, { at: number; times: number }>()
  return (sentence: string): void => {
    const last = logged.get(sentence)
    if (last && now() - last.at < MINUTE) {
      last.times += 1
      return
    }
    logged.set(sentence, { at: now(), times: 0 })
    log.warn({ times: (last?.times ?? 0) + 1 }, sentence)
  }
}
