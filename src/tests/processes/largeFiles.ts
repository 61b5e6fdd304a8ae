import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from './caller.ts'

const BOUNDARY = 'a-boundary-of-the-suite'
const PIECE = Buffer.alloc(65_536, 'a record that goes on and on, ')
const HEAD = Buffer.from('%PDF-1.7\n')
const END = Buffer.from('%%EOF\n')

/** A PDF of any size, generated in chunks so that it is never fully in memory. */
export function* largePdf(bytes: number): Generator<Buffer> {
  yield HEAD
  let left = bytes - HEAD.length - END.length
  for (; left > PIECE.length; left -= PIECE.length) yield PIECE
  yield PIECE.subarray(0, left)
  yield END
}

/** The hexadecimal SHA-256 of that file. */
export function hashOfLarge(bytes: number): string {
  const hash = createHash('sha256')
  for (const piece of largePdf(bytes)) hash.update(piece)
  return hash.digest('hex')
}

type Uploaded = { status: number; json: { id?: string; message?: string } }
type Place = { url: string; caller: Caller }

/** Generates and uploads such a file. `onPiece` gets the bytes sent so far, and can throw to abort the upload. */
export async function uploadLarge(
  { url, caller }: Place,
  path: string,
  bytes: number,
  {
    fields = {},
    onPiece = () => {},
  }: { fields?: Record<string, string>; onPiece?: (sent: number) => void } = {},
): Promise<Uploaded> {
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="large.pdf"\r\n\r\n`
  const [before, after] = [Buffer.from(texts.join('') + file), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]
  const headers = {
    cookie: caller.cookie,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    'content-length': before.length + bytes + after.length,
  }
  const sent = request(url + path, { method: 'POST', headers })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  function* body() {
    yield before
    let count = 0
    for (const piece of largePdf(bytes)) {
      yield piece
      count += piece.length
      onPiece(count)
    }
    yield after
  }
  const source = Readable.from(body())
  source.on('error', (error) => sent.destroy(error))
  source.pipe(sent)
  const [answer] = await answered
  const text = Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Buffer>)).toString()
  return { status: answer.statusCode ?? 0, json: JSON.parse(text) }
}

/** Starts a download without reading it. */
export async function openDownload({ url, caller }: Place, path: string): Promise<IncomingMessage> {
  const sent = request(url + path, { headers: { cookie: caller.cookie } })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return answer
}

/** Reads a download to its end, at most `perSecond` bytes a second, and returns its SHA-256. */
export async function readAll(
  answer: IncomingMessage,
  perSecond = Number.POSITIVE_INFINITY,
): Promise<string> {
  const hash = createHash('sha256')
  const began = performance.now()
  let read = 0
  for await (const piece of answer as AsyncIterable<Buffer>) {
    hash.update(piece)
    read += piece.length
    const ahead = (read / perSecond) * 1000 - (performance.now() - began)
    if (ahead > 5) await sleep(ahead)
  }
  return hash.digest('hex')
}
