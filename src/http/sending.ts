import type { ServerResponse } from 'node:http'

/**
 * Sends chunks one at a time, each when the previous one has been accepted, so that a slow client needs no memory.
 * Throws if the client disconnects.
 */
export async function sendPieces(res: ServerResponse, pieces: AsyncIterable<Buffer>): Promise<void> {
  let cut = () => {}
  res.once('close', () => cut())
  for await (const piece of pieces) {
    await new Promise<void>((done, fail) => {
      cut = () => fail(hungUp())
      if (res.destroyed) cut()
      else res.write(piece, (error) => (error ? fail(error) : done()))
    })
  }
  res.end()
}

const hungUp = () => Object.assign(new Error('The caller hung up'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
