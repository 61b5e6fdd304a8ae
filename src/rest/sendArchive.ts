import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { Failure } from '#domain/errors.ts'
import { attachment } from './reply.ts'
import type { OpenedArchive } from './route.ts'

/** Streams an archive from storage, as fast as the client reads, until `recheck` throws. */
export async function sendArchive(
  req: IncomingMessage,
  res: ServerResponse,
  archive: OpenedArchive,
  recheck: () => Promise<void>,
): Promise<void> {
  if (!archive) throw new Failure('not_found', 'The file is not stored on this server')
  const { bytes, content, fileName } = archive
  res.writeHead(200, { 'Content-Length': bytes, ...attachment('application/zip', fileName) })
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
