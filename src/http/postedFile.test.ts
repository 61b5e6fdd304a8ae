import { createHash } from 'node:crypto'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { bringsFile, hashPostedFile, type PostedFile } from './postedFile.ts'

const MAX = 100_000
const KEEP = 50_000

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A server that responds with the facts kept from a posted file. */
async function open(): Promise<string> {
  const server = createServer(async (req, res) => {
    res.end(
      JSON.stringify(
        bringsFile(req) ? toText(await hashPostedFile(req, { max: MAX, keep: KEEP })) : 'no form',
      ),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The content in a form that can be compared. */
const toText = (posted: PostedFile) =>
  'content' in posted ? { ...posted, content: posted.content?.toString('hex') ?? null } : posted

let bytes: Uint8Array<ArrayBuffer>
beforeAll(() => {
  bytes = Uint8Array.from({ length: MAX }, (_, index) => (index * 31) % 251)
})

async function post(body: BodyInit, headers: Record<string, string> = {}): Promise<unknown> {
  return (await fetch(await open(), { method: 'POST', body, headers })).json()
}

function formWith(name: string, content: Uint8Array<ArrayBuffer>, fileName = 'form.pdf'): FormData {
  const form = new FormData()
  form.append('sha256', '')
  form.append(name, new Blob([content]), fileName)
  return form
}

test('a posted file is identified by its hash, with any name', async () => {
  const known = { sha256: sha256(bytes), content: null }
  expect(await post(formWith('file', bytes))).toEqual(known)
  expect(await post(formWith('file', bytes, '../../etc/passwd'))).toEqual(known)
  const empty = new Uint8Array()
  expect(await post(formWith('file', empty))).toEqual({ sha256: sha256(empty), content: '' })
})

test('the content of a small file is kept; with one byte more it is not', async () => {
  const small = bytes.slice(0, KEEP)
  expect(await post(formWith('file', small))).toEqual({
    sha256: sha256(small),
    content: Buffer.from(small).toString('hex'),
  })
  expect(await post(formWith('file', bytes.slice(0, KEEP + 1)))).toMatchObject({ content: null })
})

test('a file with one byte too many is rejected, and so is a form without a file', async () => {
  expect(await post(formWith('file', Uint8Array.from([...bytes, 1])))).toEqual({ refused: 'too large' })
  expect(await post(formWith('other', bytes))).toEqual({ refused: 'no file' })
})

test('a body that is not a form is reported or rejected', async () => {
  expect(await post('sha256=abc', { 'content-type': 'application/x-www-form-urlencoded' })).toBe('no form')
  expect(await post('x', { 'content-type': 'multipart/form-data' })).toEqual({ refused: 'unreadable' })
  expect(await post('x', { 'content-type': 'multipart/form-data; boundary=y' })).toEqual({
    refused: 'unreadable',
  })
  const packed = { 'content-type': 'multipart/form-data; boundary=y', 'content-encoding': 'gzip' }
  expect(await post('x', packed)).toEqual({ refused: 'unreadable' })
})

test('a much too large file gets a response and is not kept', async () => {
  const url = await open()
  const before = process.memoryUsage().rss
  const answer = await new Promise<string>((done, fail) => {
    const req = request(url, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    req.on('response', (res) => res.on('data', (part) => done(String(part))))
    req.on('error', fail)
    req.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n')
    const part = Buffer.alloc(1_048_576)
    for (let n = 0; n < 64; n += 1) req.write(part)
    req.end('\r\n--x--\r\n')
  })
  expect(JSON.parse(answer)).toEqual({ refused: 'too large' })
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
})
