import type { IncomingMessage } from 'node:http'

const cut = [
  'ECONNRESET',
  'ECANCELED',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_UNABLE_TO_PIPE',
]

/** Whether an error only means that the client has disconnected, so it is not an internal error. */
export const hasHungUp = ({ socket }: IncomingMessage, error: unknown): boolean =>
  (socket?.destroyed ?? true) && cut.includes((error as { code?: string } | undefined)?.code ?? '')
