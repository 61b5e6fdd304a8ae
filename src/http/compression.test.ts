import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, gunzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hangUp, head, say, stalledReader } from '#tests/support/hostile/sockets.ts'
import { acceptsGzip, openCompressors } from './compression.ts'
import { makeListener } from './listener.ts'

const PAGE = `<!doctype html>${'<p>Theodore Banks is booked at that time</p>'.repeat(2_000)}`
const GZIP = 'Accept-Encoding: gzip, deflate, br'

/** A server that answers every request this way, and its URL. */
async function serving(
  answer: (req: IncomingMessage, res: ServerResponse) => unknown,
  limits: Parameters<typeof makeListener>[1] = {},
): Promise<string> {
  const server = makeListener(answer, limits)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await expect.poll(openCompressors).toBe(0)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The head and the body of a response, read from the socket until the server closes it. */
async function received(url: string, line: string, ...headers: string[]) {
  const raw = Buffer.from(await say(url, head(line, 'Connection: close', ...headers)).answer, 'latin1')
  const end = raw.indexOf('\r\n\r\n')
  const fields = raw.subarray(0, end).toString()
  const body = raw.subarray(end + 4)
  return { head: fields, body: /Transfer-Encoding: chunked/.test(fields) ? dechunked(body) : body }
}

function dechunked(raw: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const end = raw.indexOf('\r\n', at)
    const size = Number.parseInt(raw.subarray(at, end).toString(), 16)
    if (!size) return Buffer.concat(parts)
    parts.push(raw.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}

const html = (_req: IncomingMessage, res: ServerResponse) => {
  res.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
  res.write(PAGE.slice(0, 100))
  res.write(PAGE.slice(100))
  res.end()
}

const json = (text: string) => (_req: IncomingMessage, res: ServerResponse) => {
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
  res.end(text)
}

const big = JSON.stringify(Array(200).fill({ firstName: 'Theodore' }))

describe('a compressed response', () => {
  test('a page arrives whole in a tenth of its size', async () => {
    const { head, body } = await received(await serving(html), 'GET /', GZIP)
    expect(head).toMatch(/\r\nContent-Encoding: gzip/)
    expect(head).toMatch(/\r\nVary: Accept-Encoding/)
    expect(head).not.toMatch(/Content-Length/)
    expect(gunzipSync(body).toString()).toBe(PAGE)
    expect(body.length).toBeLessThan(PAGE.length / 10)
  })

  test('JSON above 1 kB is compressed, whether its head is written first or not', async () => {
    const implicit = (_req: IncomingMessage, res: ServerResponse) => {
      res.setHeader('Content-Type', 'application/graphql-response+json')
      res.end(big)
    }
    for (const answer of [json(big), implicit]) {
      const { head, body } = await received(await serving(answer), 'POST /graphql', GZIP, 'Content-Length: 0')
      expect(head).toMatch(/\r\nContent-Encoding: gzip/)
      expect(gunzipSync(body).toString()).toBe(big)
    }
  })

  test('a program without gzip gets it as it is, with its length', async () => {
    for (const refusing of [[], ['Accept-Encoding: br'], ['Accept-Encoding: gzip;q=0, br']]) {
      const { head, body } = await received(await serving(json(big)), 'GET /', ...refusing)
      expect(head).not.toMatch(/Content-Encoding/)
      expect(head).toMatch(/\r\nVary: Accept-Encoding/)
      expect(head).toMatch(new RegExp(`Content-Length: ${big.length}`))
      expect(body.toString()).toBe(big)
    }
  })

  test('HEAD has the headers of GET and no body', async () => {
    const { head, body } = await received(await serving(json(big)), 'HEAD /', GZIP)
    expect(head).toMatch(/\r\nContent-Encoding: gzip/)
    expect(head).not.toMatch(/Content-Length/)
    expect(body).toHaveLength(0)
    expect(openCompressors()).toBe(0)
  })

  test.for<[string, Record<string, string>, number]>([
    ['small JSON', { 'Content-Type': 'application/json', 'Content-Length': '12' }, 200],
    ['a stream of events', { 'Content-Type': 'text/event-stream' }, 200],
    ['a PDF', { 'Content-Type': 'application/pdf' }, 200],
    ['a table', { 'Content-Type': 'application/json', 'Content-Disposition': 'attachment' }, 200],
    ['a part of a file', { 'Content-Type': 'text/html', 'Content-Range': 'bytes 0-11/24' }, 206],
    ['a file with its tag', { 'Content-Type': 'text/html', ETag: '"1"' }, 200],
    ['a file compressed at build time', { 'Content-Type': 'text/html', 'Content-Encoding': 'br' }, 200],
  ])('%s is sent as it is', async ([, headers, status]) => {
    const url = await serving((_req, res) => res.writeHead(status, headers).end('twelve bytes'))
    const { head, body } = await received(url, 'GET /', GZIP)
    expect(head).not.toMatch(/Content-Encoding: gzip/)
    expect(body.toString()).toBe('twelve bytes')
  })

  test.for<[string, boolean]>([
    ['gzip', true],
    ['br, GZIP;q=0.5', true],
    ['*', true],
    ['gzip;q=0', false],
    ['gzip;q=0.000, *', false],
    ['deflate, br', false],
    ['', false],
  ])('Accept-Encoding "%s" is understood', ([offer, isAccepted]) => {
    expect(acceptsGzip({ headers: { 'accept-encoding': offer } })).toBe(isAccepted)
  })
})

describe('the length of a response tells another site nothing', () => {
  const isCompressed = async (line: string, ...headers: string[]) =>
    /Content-Encoding: gzip/.test((await received(await serving(html), line, GZIP, ...headers)).head)

  test.for<[string, string, string[], boolean]>([
    ['a link on another site', 'GET /', ['Cookie: a=b', 'Sec-Fetch-Site: cross-site'], false],
    ['a link on a neighboring site', 'GET /', ['Cookie: a=b', 'Sec-Fetch-Site: same-site'], false],
    ['a browser that does not say', 'GET /', ['Cookie: a=b'], false],
    ['a form that repeats its fields', 'POST /', ['Sec-Fetch-Site: same-origin'], false],
    ['our own pages', 'GET /', ['Cookie: a=b', 'Sec-Fetch-Site: same-origin'], true],
    ['the address bar', 'GET /', ['Cookie: a=b', 'Sec-Fetch-Site: none'], true],
    ['a program with a key', 'GET /', ['Authorization: Bearer x'], true],
  ])('%s', async ([, line, headers, isAllowed]) => {
    expect(await isCompressed(line, 'Content-Length: 0', ...headers)).toBe(isAllowed)
  })
})

test('the start of a page arrives before its end is written', async () => {
  let finish = () => {}
  const url = await serving((_req, res) => {
    res.writeHead(200, { 'Content-Type': 'text/html' })
    res.write('<!doctype html><title>Patients</title>')
    finish = () => res.end('<p>the rest</p>')
  })
  const { body } = await fetch(url)
  const reader = body?.getReader()
  const first = await reader?.read()
  expect(new TextDecoder().decode(first?.value)).toContain('<title>Patients</title>')
  finish()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('the rest')
})

describe('clients that do not read', () => {
  /** Bytes that hardly compress, so that they soon fill what the kernel takes for a client. */
  const dense = randomBytes(48_000).toString('base64')

  /** Endless JSON, and the bytes that have been generated for all clients. */
  function endless() {
    const generated = { bytes: 0 }
    const answer = async (_req: IncomingMessage, res: ServerResponse) => {
      res.writeHead(200, { 'Content-Type': 'application/json' })
      const pieces = Readable.from(
        (function* () {
          for (;;) {
            generated.bytes += dense.length
            yield dense
          }
        })(),
      )
      await pipeline(pieces, res).catch(() => {})
    }
    return { generated, answer }
  }

  test('a streamed list waits for each client', async () => {
    const { generated, answer } = endless()
    const url = await serving(answer)
    const clients = [1, 2].map(() => stalledReader(url, head('GET /', GZIP)))
    onTestFinished(() => hangUp(clients))
    let last = -1
    const isAtRest = () => {
      const before = last
      last = generated.bytes
      return before > 0 && before === last
    }
    await expect.poll(isAtRest, { interval: 1_000 }).toBe(true)
    // Without back pressure, generating would never rest. The kernel holds some MB for each client.
    expect(generated.bytes / clients.length).toBeLessThan(16_000_000)
    expect(openCompressors()).toBe(2)
  })

  test('of 70 streamed lists at once, only 64 have a compressor', async () => {
    let begun = 0
    const url = await serving((_req, res) => {
      begun += 1
      res.writeHead(200, { 'Content-Type': 'application/json' })
      res.write(dense)
    })
    const clients = Array.from({ length: 70 }, () => stalledReader(url, head('GET /', GZIP)))
    onTestFinished(() => hangUp(clients))
    await expect.poll(() => begun).toBe(70)
    expect(openCompressors()).toBe(64)
    hangUp(clients)
    await expect.poll(openCompressors).toBe(0)
  })

  test('a page keeps no compressor, because its end does not wait for the client', async () => {
    const page = dense.repeat(120)
    const url = await serving((_req, res) => {
      res.writeHead(200, { 'Content-Type': 'text/html' })
      res.end(page)
    })
    const clients = Array.from({ length: 5 }, () => stalledReader(url, head('GET /', GZIP)))
    onTestFinished(() => hangUp(clients))
    await expect.poll(() => clients.every(({ socket }) => socket.bytesWritten > 0)).toBe(true)
    await expect.poll(openCompressors).toBeGreaterThan(0)
    await expect.poll(openCompressors, { timeout: 20_000 }).toBe(0)
    expect(clients.every(({ socket }) => !socket.destroyed)).toBe(true)
  })

  test('are cut off, and their compressors end', async () => {
    const url = await serving(endless().answer, { stallMs: 300 })
    const client = stalledReader(url, head('GET /', GZIP))
    await expect.poll(openCompressors).toBe(1)
    await expect.poll(openCompressors, { timeout: 10_000 }).toBe(0)
    client.socket.destroy()
  })

  test('bytes that wait for a client count toward its limit', async () => {
    const page = dense.repeat(120)
    const url = await serving(
      (_req, res) => {
        res.writeHead(200, { 'Content-Type': 'text/html' })
        res.end(page)
      },
      { responseBytesPerConnection: 100_000, sampleMs: 50 },
    )
    const client = stalledReader(url, head('GET /', GZIP))
    onTestFinished(() => hangUp([client]))
    await expect.poll(openCompressors).toBe(1)
    await expect.poll(openCompressors, { timeout: 10_000 }).toBe(0)
    client.socket.resume()
    const answer = await client.answer
    expect(answer.length).toBeLessThan(page.length / 2)
  })
})

test('a client that disconnects in the middle leaves no compressor and no error', async () => {
  const failures: unknown[] = []
  const fail = (error: unknown) => failures.push(error)
  process.on('uncaughtException', fail)
  onTestFinished(() => void process.off('uncaughtException', fail))
  const url = await serving((_req, res) => {
    res.writeHead(200, { 'Content-Type': 'text/html' })
    const writing = setInterval(() => res.write(PAGE), 5)
    res.once('close', () => {
      clearInterval(writing)
      res.write('after the end')
      res.end()
    })
  })
  const clients = Array.from({ length: 10 }, () => say(url, head('GET /', GZIP)))
  await expect.poll(() => clients.every(({ heard }) => heard().length > 0)).toBe(true)
  hangUp(clients)
  await expect.poll(openCompressors).toBe(0)
  expect(failures).toEqual([])
})

test('bytes are sent in order when many small pieces are written', async () => {
  const pieces = Array.from({ length: 5_000 }, (_, n) => `<p>${n}</p>`)
  const url = await serving(async (_req, res) => {
    res.writeHead(200, { 'Content-Type': 'text/html' })
    for (const [at, piece] of pieces.entries()) {
      if (!res.write(piece)) await new Promise((resolve) => res.once('drain', resolve))
      if (at % 500 === 0) await new Promise(setImmediate)
    }
    res.end()
  })
  const { body } = await received(url, 'GET /', GZIP)
  const whole: Buffer[] = []
  for await (const part of Readable.from([body]).pipe(createGunzip())) whole.push(part as Buffer)
  expect(Buffer.concat(whole).toString()).toBe(pieces.join(''))
})
