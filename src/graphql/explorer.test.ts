import { describe, expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import type { TestServer, Visitor } from '#tests/support/testServer.ts'

async function signedIn(
  clinic: TestClinic,
  server: TestServer,
  role: 'admin' | 'staff' | 'attorney',
): Promise<Visitor> {
  const user = await clinic.user({ role })
  const visitor = server.visitor()
  await visitor.signIn(user.email)
  return visitor
}

describe('who gets GraphiQL', () => {
  test('only administrators can open GraphiQL', async ({ clinic, server }) => {
    const page = (visitor: Visitor) =>
      visitor.call('GET', '/graphql', undefined, { accept: 'text/html,application/xhtml+xml' })
    const mine = await page(await signedIn(clinic, server, 'admin'))
    expect(mine.status).toBe(200)
    expect(mine.text).toMatch(/<html/i)
    expect(mine.text).not.toMatch(/(src|href)="https?:/)
    expect(mine.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/)
    for (const visitor of [
      server.visitor(),
      await signedIn(clinic, server, 'staff'),
      await signedIn(clinic, server, 'attorney'),
    ])
      expect((await page(visitor)).status).toBe(404)
    expect(await clinic.db.auditLog.count({ where: { action: 'denied', resourceType: 'graphiql' } })).toBe(2)
  })

  const accepts = [
    'text/html',
    'application/json, text/html',
    'text/html;q=0.1, */*',
    '*/*, text/html',
    'text/htmlx',
    'TEXT/HTML',
    'text/*',
    '*/*',
  ]
  const addresses = [
    '/graphql',
    '/graphql?',
    '/graphql?query=x',
    '/graphql?query=',
    '/graphql?query',
    '/graphql?QUERY=x',
    '/graphql?query=%7Bme%7Bid%7D%7D',
    '/graphql?variables={}&query={me{id}}',
    '/graphql?query=/graphql',
    '/graphql?x=/graphql',
    '/graphql/',
    '/graphql#query=x',
    '//graphql',
    '/graphql;query=x',
  ]

  test('no kind of request gets GraphiQL for other users', async ({ clinic, server }) => {
    const visitors = [
      server.visitor(),
      await signedIn(clinic, server, 'staff'),
      await signedIn(clinic, server, 'attorney'),
    ]
    for (const visitor of visitors)
      for (const accept of accepts)
        for (const address of addresses) {
          const answer = await visitor.call('GET', address, undefined, { accept })
          expect(answer.text.length, `${address} as ${accept}`).toBeLessThan(2000)
          expect(answer.text).not.toMatch(/graphiql/i)
        }
  })

  test('a URL with a query opens GraphiQL for administrators, and returns the result to others', async ({
    clinic,
    server,
  }) => {
    const ask = (visitor: Visitor) =>
      visitor.call('GET', '/graphql?query={me{role}}', undefined, { accept: 'text/html' })
    expect((await ask(await signedIn(clinic, server, 'admin'))).text).toMatch(/<html/i)
    const staff = await ask(await signedIn(clinic, server, 'staff'))
    expect(staff.json).toEqual({ data: { me: { role: 'staff' } } })
  })
})
