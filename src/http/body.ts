import type { IncomingMessage } from 'node:http'

/** The limit of a JSON body in bytes. The largest documented one is much smaller. */
export const BODY_MAX = 1_000_000

export const TOO_LARGE = `The body may hold at most ${BODY_MAX} bytes`
export const NOT_JSON = 'Send the body as application/json'
/** Decoding invalid UTF-8 would change the text, so it is rejected. */
export const NOT_UTF8 = 'Send text as UTF-8'
export const PACKED = 'Send the body uncompressed, without a Content-Encoding'

/** Whether a body is compressed. Such a body is rejected, because a small one may decompress to gigabytes. */
export const isPacked = ({ headers }: IncomingMessage): boolean =>
  ![undefined, '', 'identity'].includes(headers['content-encoding']?.trim().toLowerCase())

/** If a body takes longer than this, the caller is recognized again, because access may have ended by then. */
export const BODY_SOON_MS = 1_000

/** The media type of a Content-Type header, without its parameters. */
export const mediaType = (header: string | undefined): string | undefined =>
  header?.split(';')[0]?.trim().toLowerCase()

/**
 * Returns the body, or `null` for one larger than `max` bytes. Discards the rest as it arrives, so that the client
 * can read the response.
 */
export async function readWithin(req: IncomingMessage, max: number): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let size = Number(req.headers['content-length'] ?? 0)
  if (size <= max) {
    size = 0
    for await (const part of req.iterator({ destroyOnReturn: false })) {
      size += (part as Buffer).length
      if (size > max) break
      parts.push(part as Buffer)
    }
  }
  if (size <= max) return Buffer.concat(parts)
  req.resume()
  return null
}
