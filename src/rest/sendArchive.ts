import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { Failure } from '#domain/errors.ts'
import { attachment } from './reply.ts'
import type { OpenedArchive } from './route.ts'

/** Streams an archive from storage, as fast as the client reads. */
export async function sendArchive(
  req: IncomingMessage,
  res: ServerResponse,
  archive: OpenedArchive,
): Promise<void> {
  if (!archive) throw new Failure('not_found', 'The file does not lie on this server')
  const { bytes, content, fileName } = archive
  res.writeHead(200, { 'Content-Length': bytes, ...attachment('application/zip', fileName) })
  if (req.method !== 'HEAD') return pipeline(content, res)
  content.destroy()
  res.end()
}
