import type { IncomingMessage } from 'node:http'

/** Bytes of a JSON body; the largest documented one is far below. */
export const BODY_MAX = 1_000_000

export const TOO_LARGE = `The body may hold at most ${BODY_MAX} bytes`
export const NOT_JSON = 'Send the body as application/json'
export const PACKED = 'Send the body as it is, without a Content-Encoding'

/** Whether a body is packed. None is ever unpacked here: a small one may hold gigabytes. */
export const isPacked = ({ headers }: IncomingMessage): boolean =>
  ![undefined, '', 'identity'].includes(headers['content-encoding']?.trim().toLowerCase())

/** The media type of a Content-Type header, without its parameters. */
export const mediaType = (header: string | undefined): string | undefined =>
  header?.split(';')[0]?.trim().toLowerCase()
