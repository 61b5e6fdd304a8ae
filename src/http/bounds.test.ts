import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  connectionFlood,
  hangUp,
  head,
  say,
  slowSender,
  stalledReader,
  stalledUpload,
  statusesIn,
  statusIn,
  steadyReader,
} from '#tests/support/hostile/sockets.ts'
import { readWithin } from './body.ts'
import { countAsStreamed } from './connections.ts'
import { type ListenerLimits, makeListener } from './listener.ts'

const MEGABYTE = 1_000_000
/** A caller who goes too far must be disconnected within this time. */
const SOON = { timeout: 10_000, interval: 20 }
const page = Buffer.alloc(9 * MEGABYTE, 'x')

/** Responds with a large page, with a body's size, at once without reading a body, or only after `release`. */
function answerAnything() {
  const waiting: ServerResponse[] = []
  const handle = async (req: IncomingMessage, res: ServerResponse) => {
    if (req.url === '/page') return void res.writeHead(200, { 'Content-Length': page.length }).end(page)
    if (req.url === '/refused') return void res.writeHead(401, { 'Content-Length': 0 }).end()
    if (req.url === '/later') return void waiting.push(res)
    if (req.url === '/streamed') {
      countAsStreamed(req)
      req.once('error', () => {}).once('end', () => res.end('whole'))
      return void req.resume()
    }
    const body = await readWithin(req, MEGABYTE).catch(() => null)
    res.end(`${body?.length}`)
  }
  return { handle, waiting, release: () => waiting.splice(0).map((res) => res.end('at last')) }
}

type ServerOptions = Partial<ListenerLimits> & { forwardedAddress?: (req: IncomingMessage) => string }

async function open({ forwardedAddress, ...limits }: ServerOptions) {
  const { handle, ...more } = answerAnything()
  const heard: string[] = []
  const ports = { heard: (what: string) => heard.push(what), ...(forwardedAddress && { forwardedAddress }) }
  const server = makeListener(handle, { sampleMs: 20, ...limits }, ports)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, ...more }
}

describe('a client', () => {
  test('that stops reading is cut off', async () => {
    const { url, heard } = await open({ stallMs: 150 })
    const { socket } = stalledReader(url, head('GET /page'))
    await expect.poll(() => heard, SOON).toEqual(['reader'])
    socket.destroy()
  })

  test('that reads slowly but steadily gets everything', async () => {
    const { url, heard } = await open({ stallMs: 1_000 })
    const received = await steadyReader(url, head('GET /page', 'Connection: close'), {
      bytes: 65_536,
      everyMs: 20,
    })
    expect(received).toBeGreaterThan(page.length)
    expect(heard).toEqual([])
  })

  test('that waits for a slow response is not cut off', async () => {
    const { url, heard, waiting, release } = await open({ stallMs: 50 })
    const wire = say(url, head('GET /later', 'Connection: close'))
    await expect.poll(() => waiting.length, SOON).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 200))
    release()
    expect(await wire.answer).toMatch(/at last/)
    expect(heard).toEqual([])
  })

  test('is cut off above the limit per connection', async () => {
    const { url, heard } = await open({ responseBytesPerConnection: MEGABYTE })
    const { socket } = stalledReader(url, head('GET /page'))
    await expect.poll(() => heard, SOON).toEqual(['reader'])
    socket.destroy()
  })

  test('is cut off when all connections exceed the total, and the server keeps working', async () => {
    const { url, heard } = await open({ responseBytes: 40 * MEGABYTE })
    const readers = Array.from({ length: 20 }, () => stalledReader(url, head('GET /page')))
    onTestFinished(() => hangUp(readers))
    await expect.poll(() => heard.length, SOON).toBeGreaterThanOrEqual(16)
    expect(heard.length).toBeLessThan(20)
    expect(await (await fetch(url)).text()).toBe('0')
  })
})

describe('a body', () => {
  test('that stalls or comes very slowly gets 408 and is cut off', async () => {
    const { url, heard } = await open({ bodyWindow: { ms: 300, bytes: 1_000 } })
    const stalled = stalledUpload(url, '/', { announced: MEGABYTE, sent: 500_000 })
    const dripping = slowSender(url, '/', { bytes: 10, everyMs: 20 })
    for (const { answer } of [stalled, dripping]) expect(statusIn(await answer)).toBe(408)
    expect(heard).toEqual(['body', 'body'])
  })

  test('that comes byte by byte is cut off, even if it is streamed', async () => {
    const { url, heard } = await open({})
    for (const path of ['/', '/streamed']) {
      const wire = say(url, head(`POST ${path}`, 'Connection: close', 'Transfer-Encoding: chunked'))
      wire.socket.write('1\r\nx\r\n'.repeat(20_000))
      expect(statusIn(await wire.answer), path).toBe(408)
    }
    expect(heard).toEqual(['body', 'body'])
  })

  test('that comes slowly but steadily is accepted', async () => {
    const { url, heard } = await open({ bodyWindow: { ms: 200, bytes: 1_000 } })
    const wire = say(url, head('POST /', 'Connection: close', 'Content-Length: 30000'))
    for (let part = 0; part < 30; part += 1) {
      wire.socket.write('x'.repeat(1_000))
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    expect(await wire.answer).toMatch(/30000$/)
    expect(heard).toEqual([])
  })

  test('that stalls after the response ends with the connection', async () => {
    const { url } = await open({ bodyWindow: { ms: 100, bytes: 1_000 } })
    const wire = stalledUpload(url, '/', { announced: 2 * MEGABYTE, sent: 10 })
    expect(statusIn(await wire.answer)).toBe(200)
  })

  test('gets 503 when all bodies exceed the total, the largest first, and a short one is accepted', async () => {
    const { url, heard } = await open({ bodyBytes: 10 * MEGABYTE })
    const uploads = Array.from({ length: 30 }, () =>
      stalledUpload(url, '/', { announced: MEGABYTE, sent: 900_000 }),
    )
    onTestFinished(() => hangUp(uploads))
    await expect.poll(() => heard.length, SOON).toBe(19)
    const refused = uploads.filter(({ socket }) => socket.closed)
    await expect.poll(() => uploads.filter(({ socket }) => socket.closed).length, SOON).toBe(19)
    const answers = await Promise.all(refused.map(({ answer }) => answer))
    expect(new Set(answers.map(statusIn))).toEqual(new Set([503]))
    expect(answers[0]).toMatch(/\r\nRetry-After: 5\r\n/)
    const short = await fetch(url, { method: 'POST', body: 'x'.repeat(10_000) })
    expect(await short.text()).toBe('10000')
  })

  test('that is streamed does not count', async () => {
    const { url, heard } = await open({ bodyBytes: MEGABYTE })
    const answer = await fetch(`${url}/streamed`, { method: 'POST', body: 'x'.repeat(5 * MEGABYTE) })
    expect([await answer.text(), heard]).toEqual(['whole', []])
  })
})

describe('connections', () => {
  test('of one IP address are limited, and closing one makes room', async () => {
    const { url, heard } = await open({ connectionsPerAddress: 10 })
    const flood = connectionFlood(url, 15)
    onTestFinished(() => hangUp(flood))
    await expect.poll(() => heard, SOON).toEqual(Array(5).fill('connection'))
    flood.find(({ socket }) => !socket.closed)?.socket.destroy()
    await expect
      .poll(() =>
        fetch(url).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
  })

  test('are limited in total, and idle ones are closed to make room', async () => {
    const { url, heard } = await open({ connections: 10 })
    const idle = connectionFlood(url, 10, head('GET /'))
    await expect.poll(() => idle.filter(({ heard }) => heard()).length, SOON).toBe(10)
    await expect
      .poll(() =>
        fetch(url).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
    expect(heard).toContain('connection')
  })

  test('of a trusted proxy are counted by the client address that it sends', async () => {
    const { url, waiting, release } = await open({
      connectionsPerAddress: 3,
      forwardedAddress: ({ headers }) => String(headers['x-forwarded-for']),
    })
    const from = (address: string) => say(url, head('GET /later', `X-Forwarded-For: ${address}`))
    const flood = Array.from({ length: 5 }, () => from('198.51.100.7'))
    onTestFinished(() => hangUp(flood))
    await expect.poll(() => flood.map(({ heard }) => statusIn(heard())), SOON).toContain(429)
    await expect.poll(() => waiting.length, SOON).toBe(3)
    flood.push(from('198.51.100.8'))
    await expect.poll(() => waiting.length, SOON).toBe(4)
    release()
    await expect.poll(() => flood.filter(({ heard }) => heard().includes('at last')).length, SOON).toBe(4)
    flood.push(from('198.51.100.7'))
    await expect.poll(() => waiting.length, SOON).toBe(1)
  })

  test('have a limited number of concurrent requests', async () => {
    const { url, heard, waiting, release } = await open({ requestsPerConnection: 8 })
    const few = say(url, head('GET /later').repeat(8))
    await expect.poll(() => waiting.length, SOON).toBe(8)
    release()
    await expect.poll(() => statusesIn(few.heard()), SOON).toEqual(Array(8).fill(200))
    few.socket.destroy()
    expect(heard).toEqual([])
    await say(url, head('GET /later').repeat(1_000)).answer
    expect(waiting.length).toBe(8)
    expect(heard).toEqual(['connection'])
  })

  test('do not count requests that were refused before their body had arrived', async () => {
    const { url, heard } = await open({ requestsPerConnection: 8, sampleMs: 60_000 })
    const refused = say(url, '')
    for (let count = 1; count <= 20; count += 1) {
      refused.socket.write(head('POST /refused', 'Content-Type: application/json', 'Content-Length: 2'))
      await expect.poll(() => statusesIn(refused.heard()).length, SOON).toBe(count)
      refused.socket.write('{}')
    }
    expect(statusesIn(refused.heard())).toEqual(Array(20).fill(401))
    expect(heard).toEqual([])
    refused.socket.destroy()
  })
})
