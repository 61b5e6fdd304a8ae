import { describe, expect } from 'vitest'
import { ALERTS, CHANGES, follow, person } from '#tests/support/follow.ts'
import { test } from '#tests/support/test.ts'

describe('a subscription is rejected', () => {
  test.for([CHANGES, ALERTS])('without a session: %s', async (query, { server }) => {
    for (const method of ['GET', 'POST'] as const) {
      const stream = await follow(server.visitor(), query, { method })
      expect(stream.status).toBe(401)
      expect(await stream.rest()).toMatchObject([
        { errors: [{ message: 'Unauthorized', extensions: { code: 'unauthenticated' } }] },
      ])
    }
  })

  test.for([CHANGES, ALERTS])(
    'for a user who must change the password: %s',
    async (query, { clinic, server }) => {
      const user = await clinic.user({ role: 'admin', mustChangePassword: true })
      const visitor = server.visitor()
      await visitor.signIn(user.email)
      const stream = await follow(visitor, query)
      expect(stream.status).toBe(403)
      expect(await stream.rest()).toMatchObject([{ errors: [{ extensions: { code: 'forbidden' } }] }])
      expect(await clinic.db.auditLog.findMany({ where: { action: 'denied' } })).toMatchObject([
        { userId: user.id },
      ])
    },
  )

  test('from another site, with any method and cookie', async ({ clinic, server }) => {
    const { visitor } = await person(clinic, server, 'staff')
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ] as Record<string, string>[])
      for (const method of ['GET', 'POST'] as const)
        expect((await follow(visitor, CHANGES, { method, headers })).status).toBe(403)
    const own = await follow(visitor, CHANGES, {
      method: 'GET',
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(own.status).toBe(200)
  })

  test('without the Accept header of a stream, so that none stays open', async ({ clinic, server }) => {
    const { visitor } = await person(clinic, server, 'staff')
    for (const accept of ['application/json', '*/*']) {
      const answer = await visitor.call('POST', '/graphql', { query: CHANGES }, { accept })
      expect(answer.status).toBe(400)
    }
  })

  test('beyond the limits of other requests', async ({ clinic, server }) => {
    const { visitor } = await person(clinic, server, 'staff')
    const greedy = `subscription { changes { ${'action '.repeat(1001)} } }`
    const introspecting = 'subscription { changes { action } } query Q { __schema { queryType { name } } }'
    for (const query of [greedy, introspecting])
      expect(await (await follow(visitor, query)).rest()).toMatchObject([{ errors: [{}] }])
  })
})

test('a stream is not buffered, not compressed, and sends regular heartbeats', async ({ clinic, server }) => {
  const { visitor } = await person(clinic, server, 'staff')
  const stream = await follow(visitor, CHANGES, { headers: { 'accept-encoding': 'gzip, br' } })
  expect(stream.headers.get('content-type')).toBe('text/event-stream')
  expect(stream.headers.get('cache-control')).toMatch(/^no-store/)
  expect(stream.headers.get('x-accel-buffering')).toBe('no')
  expect(stream.headers.get('content-encoding')).toBeNull()
  expect(stream.headers.get('x-content-type-options')).toBe('nosniff')
  await expect.poll(stream.beats).toBeGreaterThan(2)
})
