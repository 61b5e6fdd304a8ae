import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createLogoEndpoint } from './logo.ts'
import { makeSite } from './site.ts'

const HASH = 'a'.repeat(64)
const nothing = () => undefined

async function withSite(
  use: (
    ask: (path: string, method?: string) => Promise<Response>,
    read: string[],
    current: { sha256: string },
  ) => Promise<void>,
) {
  const read: string[] = []
  const current = { sha256: HASH }
  const site = makeSite({
    publicUrl: 'http://localhost',
    readiness: async () => ({ message: 'ready', notReady: [] }),
    tell: () => ({ status: 500, message: 'Failed' }),
    assets: (_req, _res, next) => next(),
    graphql: nothing,
    rest: nothing,
    evidence: nothing,
    webhook: nothing,
    signOn: nothing,
    calendar: nothing,
    pages: (_req, res) => res.writeHead(418).end(),
    logo: createLogoEndpoint({
      isCurrent: (sha256) => sha256 === current.sha256,
      read: async (sha256) => {
        read.push(sha256)
        return { sha256, content: Uint8Array.from([1, 2, 3]), mimeType: 'image/png' }
      },
    }),
  })
  const server = createServer(site).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await use((path, method = 'GET') => fetch(base + path, { method }), read, current)
  server.close()
}

test('the logo is public, may be cached for good, and is read once', async () => {
  await withSite(async (ask, read) => {
    const answer = await ask(`/clinic-logo/${HASH}`)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([1, 2, 3])
    expect(await (await ask(`/clinic-logo/${HASH}`, 'HEAD')).text()).toBe('')
    expect(read).toEqual([HASH])
  })
})

test('a former logo and any other path are not found and not looked up, and nothing is posted', async () => {
  await withSite(async (ask, read, current) => {
    const unknown = await ask(`/clinic-logo/${'b'.repeat(64)}`)
    expect([unknown.status, unknown.headers.get('cache-control')]).toEqual([404, 'no-store'])
    for (const path of ['/clinic-logo/', `/clinic-logo/${HASH}.svg`, `/clinic-logo/${HASH}/x`])
      expect((await ask(path)).status).toBe(404)
    expect((await ask(`/clinic-logo/${HASH}`)).status).toBe(200)
    current.sha256 = 'c'.repeat(64)
    expect((await ask(`/clinic-logo/${HASH}`)).status).toBe(404)
    expect(read).toEqual([HASH])
    const posted = await ask(`/clinic-logo/${HASH}`, 'POST')
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})
