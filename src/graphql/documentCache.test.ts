import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished } from 'vitest'
import { makeCookies } from '#infra/sessionCookie.ts'
import { SESSION_SECRET, type TestClinic } from '#tests/support/clinic.ts'
import { aliasFlood, documentIn, invalidDocument } from '#tests/support/hostile/graphqlDocuments.ts'
import { test } from '#tests/support/test.ts'
import { anonymousContext } from './context.ts'
import { CACHE, makeDocumentCache, problemsIn } from './documentCache.ts'
import { createTransports } from './execute.ts'
import { makeSubscribe } from './subscribe.ts'
import { makeYoga } from './yoga.ts'

const caller = {
  requestId: 'test',
  bearer: null,
  cookieHeader: null,
  ipAddress: '127.0.0.1',
  userAgent: null,
}

/** GraphQL over HTTP for an administrator or an anonymous caller, and its document cache. */
async function serving(clinic: TestClinic, role: 'admin' | null) {
  const cookies = makeCookies({ secrets: [SESSION_SECRET], isSecure: false })
  const user = role && (await clinic.user({ role }))
  const nobody = anonymousContext(clinic.instances, cookies, caller)
  const context = user ? { ...nobody, actor: clinic.as(user).actor as never } : nobody
  const log = () => {}
  const { execute } = createTransports(log)
  const yoga = makeYoga({ execute, subscribe: makeSubscribe(log), log, persisted: new Map() })
  const server = createServer((req, res) => yoga.handle(req, res, { caller, res, context }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const post = async (query: string) => {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    return (await response.json()) as { errors?: { extensions: { code: string } }[] }
  }
  return { post, documents: yoga.documents }
}

describe('documents of callers', () => {
  test.for([null, 'admin'] as const)(
    '300 invalid ones of 4 KB, sent by %s, are not kept in memory',
    async (role, { clinic }) => {
      const { post, documents } = await serving(clinic, role)
      for (let n = 0; n < 300; n += 1) {
        const { errors = [] } = await post(documentIn(invalidDocument(n, 4000)))
        expect(errors.length).toBeGreaterThan(0)
        expect(errors.length).toBeLessThanOrEqual(10)
      }
      expect(documents.size()).toEqual({ documents: 0, bytes: 0 })
    },
  )

  test('rejected ones are not kept in memory either', async ({ clinic }) => {
    const { post, documents } = await serving(clinic, 'admin')
    for (let n = 16; n < 40; n += 1) expect((await post(documentIn(aliasFlood(n)))).errors).toHaveLength(1)
    expect(documents.size().documents).toBe(0)
  })

  test('valid ones are cached for a signed-in user but never for an anonymous caller', async ({ clinic }) => {
    const byAdmin = await serving(clinic, 'admin')
    const byVisitor = await serving(clinic, null)
    for (const { post } of [byAdmin, byVisitor, byAdmin])
      expect((await post('{ me { id } }')).errors).toBeUndefined()
    expect(byAdmin.documents.size().documents).toBe(1)
    expect(byVisitor.documents.size().documents).toBe(0)
  })
})

describe('the cache', () => {
  const persisted = new Map([['hash', '{ me { id } }']])
  const numbered = (n: number, size = 0) => `{ a${n}: me { id } } # ${'x'.repeat(size)}`

  test('reads a persisted document once and does not count it', () => {
    const cache = makeDocumentCache(persisted)
    const document = cache.parse('{ me { id } }')
    cache.keep(document)
    expect(cache.parse('{ me { id } }')).toBe(document)
    expect(cache.size()).toEqual({ documents: 0, bytes: 0 })
  })

  test('stays within its number of documents, and removes the least recently used first', () => {
    const cache = makeDocumentCache(persisted)
    const first = cache.parse(numbered(0))
    cache.keep(first)
    for (let n = 1; n < CACHE.documents; n += 1) cache.keep(cache.parse(numbered(n)))
    expect(cache.parse(numbered(0))).toBe(first)
    const second = cache.parse(numbered(1000))
    cache.keep(second)
    expect(cache.size().documents).toBe(CACHE.documents)
    expect(cache.parse(numbered(0))).toBe(first)
    expect(cache.parse(numbered(1000))).toBe(second)
    const again = cache.parse(numbered(1))
    expect(cache.parse(numbered(1))).not.toBe(again)
  })

  test('stays within its memory limit, for documents with many comments or many tokens', () => {
    const cache = makeDocumentCache(persisted)
    for (let n = 0; n < 100; n += 1) {
      cache.keep(cache.parse(numbered(n, 90_000)))
      expect(cache.size().bytes).toBeLessThanOrEqual(CACHE.bytes)
    }
    for (let n = 0; n < 100; n += 1) cache.keep(cache.parse(`{ ${`f${n} `.repeat(990)} }`))
    expect(cache.size().bytes).toBeLessThanOrEqual(CACHE.bytes)
    expect(cache.size().documents).toBeLessThan(12)
  })

  test('reports only a few errors of a document', () => {
    expect(problemsIn(makeDocumentCache(persisted).parse(documentIn(invalidDocument(1, 4000))))).toHaveLength(
      10,
    )
  })
})
