import { once } from 'node:events'
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serveAssets } from './assets.ts'

/** Larger than the buffers of a connection. */
const large = Buffer.alloc(20_000_000, 'x')
const small = Buffer.alloc(2_000, 'x')

/** A server with one file. */
async function openServer(content: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'assets-'))
  writeFileSync(join(folder, 'file.txt'), content)
  const assets = serveAssets(folder)
  const server = createServer((req, res) => assets(req, res, () => res.writeHead(404).end()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true })
  })
  const { port } = server.address() as AddressInfo
  return { folder, port, url: `http://127.0.0.1:${port}/file.txt` }
}

/** The number of files in a folder that this process has open. */
function openFiles(folder: string): number {
  const links = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      return '' // closed in the meantime
    }
  })
  return links.filter((link) => link.startsWith(folder)).length
}

test('a file is closed when the client disconnects halfway', async () => {
  const { folder, port } = await openServer(large)
  const readers = Array.from({ length: 20 }, () => connect(port, '127.0.0.1').pause())
  for (const reader of readers) reader.write('GET /file.txt HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => openFiles(folder)).toBe(20)
  for (const reader of readers) reader.resetAndDestroy()
  await expect.poll(() => openFiles(folder)).toBe(0)
})

test('if a file cannot be read, the connection is closed and the server keeps running', async () => {
  const { folder, url } = await openServer(large)
  rmSync(join(folder, 'file.txt'))
  await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow()
  writeFileSync(join(folder, 'file.txt'), large)
  expect((await fetch(url).then((answer) => answer.text())).length).toBe(large.length)
})

test.for(['bytes=5-1', 'bytes=-5', 'bytes=5-0', 'bytes=0-1,4-5', 'bytes=a-b', 'lines=1-2'])(
  'a range of %s is ignored',
  async (range) => {
    const answer = await fetch((await openServer(small)).url, { headers: { range } })
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, small.length])
  },
)

test('a range of a file can be requested', async () => {
  const { url } = await openServer(small)
  for (const [range, length] of [
    ['bytes=10-19', 10],
    [`bytes=${small.length - 5}-`, 5],
  ] as const) {
    const answer = await fetch(url, { headers: { range } })
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([206, length])
  }
})
