import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isPacked, mediaType, PACKED } from './body.ts'
import { countAsStreamed } from './connections.ts'
import { BadForm, readForm } from './multipart.ts'

/** The facts kept from a posted file: its hash, and its content if it is small; or why there is none. */
export type PostedFile =
  | { sha256: string; content: Buffer | null }
  | { refused: 'too large' | 'no file' | 'unreadable' }

/** The largest file that is hashed and the largest that is kept in memory, in bytes. */
type Limits = { max: number; keep: number }

class TooLarge extends Error {}

/** Whether a request has a form with a file. */
export const bringsFile = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' && mediaType(headers['content-type']) === 'multipart/form-data'

/** Hashes the file of a form as a stream. Writes nothing to disk, and keeps only a small file in memory. */
export async function hashPostedFile(req: IncomingMessage, limits: Limits): Promise<PostedFile> {
  try {
    if (isPacked(req)) throw new BadForm(PACKED)
    const { file } = await readForm(req, {
      take: ({ content }) => hashWithin(content, limits, () => countAsStreamed(req)),
      discard: async () => {},
    })
    return file ?? { refused: 'no file' }
  } catch (error) {
    if (error instanceof TooLarge) return { refused: 'too large' }
    if (error instanceof BadForm) return { refused: 'unreadable' }
    throw error
  }
}

async function hashWithin(content: AsyncIterable<Buffer>, { max, keep }: Limits, keepNothing: () => void) {
  const hash = createHash('sha256')
  let parts: Buffer[] = []
  let size = 0
  for await (const part of content) {
    size += part.length
    if (size > max) throw new TooLarge()
    hash.update(part)
    if (size <= keep) {
      parts.push(part)
      continue
    }
    parts = []
    keepNothing()
  }
  return { sha256: hash.digest('hex'), content: size <= keep ? Buffer.concat(parts) : null }
}
