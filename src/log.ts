import pino, { type DestinationStream, type Logger } from 'pino'
import { toldError } from '#infra/toldError.ts'

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
      serializers: { err: (error: unknown) => toldError(error) },
    },
    destination ?? pino.destination(1),
  )
