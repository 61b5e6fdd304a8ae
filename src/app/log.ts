import pino, { type DestinationStream, type Logger } from 'pino'
import { sanitizeError } from '#infra/sanitizeError.ts'

/**
 * One JSON object a line, to standard output unless told. Of an error only what `toldError` chooses is logged; nothing
 * of a request's body is.
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
 * Warnings that an attacker can cause any number of: each sentence is logged at once, and then at most once a minute, with
 * how often it would have been said (`times`).
 */
export function logSparingly(
  log: Pick<Logger, 'warn'>,
  now: () => number = performance.now.bind(performance),
) {
  const said = new Map<string, { at: number; times: number }>()
  return (sentence: string): void => {
    const last = said.get(sentence)
    if (last && now() - last.at < MINUTE) {
      last.times += 1
      return
    }
    said.set(sentence, { at: now(), times: 0 })
    log.warn({ times: (last?.times ?? 0) + 1 }, sentence)
  }
}
