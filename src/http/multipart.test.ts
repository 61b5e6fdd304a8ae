import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runs } from '#tests/support/properties.ts'
import { BadForm, readForm } from './multipart.ts'

// An error without a listener would stop the server.
const uncaught: unknown[] = []
const note = (error: unknown) => void uncaught.push(error)

const server = createServer((req, res) => void answer(req, res))
let url = ''
beforeAll(async () => {
  process.on('uncaughtException', note)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  uncaught.length = 0
  discarded.length = 0
})
afterAll(() => {
  server.close()
  process.off('uncaughtException', note)
})

/** The files that were taken and then discarded, because the rest of the form was invalid. */
const discarded: string[] = []

/** Responds with the fields, the name and the size of the file, or with the reason why the form is refused. */
async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const take = async ({ fileName, content }: { fileName: string; content: AsyncIterable<Buffer> }) => {
    let size = 0
    for await (const part of content) size += part.length
    return { fileName, size }
  }
  const discard = async ({ fileName }: { fileName: string }) => void discarded.push(fileName)
  const form = await readForm(req, { take, discard }).catch((error: unknown) => {
    if (error instanceof BadForm) return { refused: error.message }
    return { failed: String(error) }
  })
  res.end(JSON.stringify(form))
}

async function post(body: Uint8Array<ArrayBuffer> | string): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  return (await fetch(url, { method: 'POST', body, headers })).json() as Promise<Record<string, unknown>>
}

const field = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (fileName: string, content = 'content', more = '') =>
  `--x\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n${more}\r\n${content}\r\n`
const end = '--x--\r\n'

test('a form is read with its fields and its file', async () => {
  expect(await post(field('kind', 'scan') + file('a.pdf') + end)).toEqual({
    fields: { kind: 'scan' },
    file: { fileName: 'a.pdf', size: 7 },
  })
})

const unreadable = 'The form cannot be read'
test.each([
  ['a name of 70,000 letters', file('x'.repeat(70_000)) + end, unreadable],
  ['a header without a name', file('a.pdf', 'content', ': none\r\n') + end, unreadable],
  ['a control character in a header', file('a.pdf', 'content', 'A\u0000B: c\r\n') + end, unreadable],
  ['a file that breaks off', file('a.pdf').slice(0, -4), unreadable],
  ['headers that break off', file('a.pdf').slice(0, 30), unreadable],
  ['an unreadable part after its file', file('a.pdf') + file('x'.repeat(70_000)) + end, unreadable],
  ['two files', file('a.pdf') + file('b.pdf') + end, 'Send one file at a time'],
  ['a field twice', field('kind', 'a') + field('kind', 'b') + end, 'The form has the field kind twice'],
  ['no content', '', unreadable],
])('a form with %s is refused with a reason', async (_what, body, reason) => {
  expect(await post(body)).toEqual({ refused: reason })
  expect(uncaught).toEqual([])
})

test('a file is discarded if the rest of its form is invalid', async () => {
  await post(file('a.pdf') + file('x'.repeat(70_000)) + end)
  await post(file('b.pdf') + file('c.pdf') + end)
  expect(discarded).toEqual(['a.pdf', 'b.pdf'])
})

test('a form that was changed anywhere is read or refused', async () => {
  const whole = Buffer.from(field('kind', 'scan') + file('a.pdf', 'content', 'Content-Type: a/b\r\n') + end)
  const place = fc.nat(whole.length)
  const piece = fc.oneof(
    fc
      .constantFrom('\r\n', '--x', '--x--', ':', '"', '\u0000', ';', '--x\r\n\r\n')
      .map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 5 }),
    fc.constantFrom(17_000, 70_000),
  )
  await fc.assert(
    fc.asyncProperty(place, place, piece, async (from, to, inserted) => {
      const bytes = typeof inserted === 'number' ? Buffer.alloc(inserted, 'y') : inserted
      const body = Buffer.concat([whole.subarray(0, from), bytes, whole.subarray(to)])
      expect(await post(new Uint8Array(body))).not.toHaveProperty('failed')
      expect(uncaught).toEqual([])
    }),
    { numRuns: runs(300) },
  )
})
