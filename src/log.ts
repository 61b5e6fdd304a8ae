import pino, { type Logger } from 'pino'

/** One JSON object a line, to standard output. Errors keep name, message and stack; nothing of a request's body is logged. */
export const makeLog = (level: string): Logger =>
  pino({
    level,
    base: { service: 'caseload' },
    redact: ['*.password', '*.secret', '*.cookie', '*.authorization'],
  })
