import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isPacked, mediaType, PACKED } from './body.ts'
import { BadForm, readForm } from './multipart.ts'

/** What is left of a file that was posted with a form: its hash, or why there is none. */
export type PostedFile = { sha256: string } | { refused: 'too large' | 'no file' | 'unreadable' }

class TooLarge extends Error {}

/** Whether a request brings a form with a file in it. */
export const bringsFile = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' && mediaType(headers['content-type']) === 'multipart/form-data'

/** Hashes the file of a form as it comes; nothing of it is kept, on disk or in memory. */
export async function hashPostedFile(req: IncomingMessage, max: number): Promise<PostedFile> {
  try {
    if (isPacked(req)) throw new BadForm(PACKED)
    const { file } = await readForm(req, {
      take: ({ content }) => hashWithin(content, max),
      discard: async () => {},
    })
    return file === undefined ? { refused: 'no file' } : { sha256: file }
  } catch (error) {
    if (error instanceof TooLarge) return { refused: 'too large' }
    if (error instanceof BadForm) return { refused: 'unreadable' }
    throw error
  }
}

async function hashWithin(content: AsyncIterable<Buffer>, max: number): Promise<string> {
  const hash = createHash('sha256')
  let size = 0
  for await (const part of content) {
    size += part.length
    if (size > max) throw new TooLarge()
    hash.update(part)
  }
  return hash.digest('hex')
}
