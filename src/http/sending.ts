import type { ServerResponse } from 'node:http'

/**
 * Sends pieces one at a time, each when the one before has been taken, so that a slow caller costs no memory. Throws where
 * the caller hangs up.
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
