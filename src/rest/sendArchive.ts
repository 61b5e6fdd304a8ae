import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { attachment } from './reply.ts'
import type { OpenedArchive } from './route.ts'

/**
 * Streams an archive as fast as the client reads, until `recheck` throws. A request for a range gets all of it, because
 * an archive that is written while it is sent has no positions to return to.
 */
export async function sendArchive(
  req: IncomingMessage,
  res: ServerResponse,
  archive: OpenedArchive,
  recheck: () => Promise<void>,
): Promise<void> {
  const { bytes, content, fileName } = archive
  res.writeHead(200, {
    ...(bytes !== null && { 'Content-Length': bytes }),
    'Accept-Ranges': 'none',
    ...attachment('application/zip', fileName),
  })
  if (req.method !== 'HEAD') return pipeline(content, (pieces) => rechecked(pieces, recheck), res)
  content.destroy()
  res.end()
}

async function* rechecked(
  pieces: AsyncIterable<Buffer>,
  recheck: () => Promise<void>,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    await recheck()
    yield piece
  }
}
