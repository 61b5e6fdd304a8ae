import { expect } from 'vitest'
import { test as base } from '#tests/support/test.ts'
import { openTestServer } from '#tests/support/testServer.ts'

const test = base.extend<{ demo: Awaited<ReturnType<typeof openTestServer>> }>({
  /** A server of the same clinic in demo mode. */
  demo: async ({ clinic }, use) => {
    const server = await openTestServer({ ...clinic, instances: { ...clinic.instances, mode: 'demo' } })
    await use(server)
    await server.close()
  },
})

const query = '{ debugSession { isAuthenticated role createdAt seenAt endsAt } }'

test('in demo mode a visitor’s session is described without its ID or cookie', async ({ clinic, demo }) => {
  const visitor = demo.visitor()
  const nobody = { isAuthenticated: false, role: null, createdAt: null, seenAt: null, endsAt: null }
  expect((await visitor.call('GET', '/api/debug/session')).json).toEqual(nobody)

  await visitor.signIn((await clinic.user({ role: 'attorney' })).email)
  const described = {
    isAuthenticated: true,
    role: 'attorney',
    createdAt: '2026-01-05T15:00:00.000Z',
    seenAt: '2026-01-05T15:00:00.000Z',
    endsAt: '2026-01-05T15:15:00.000Z',
  }
  const { status, json } = await visitor.call('GET', '/api/debug/session')
  expect([status, json]).toEqual([200, described])
  expect((await visitor.graphql(query)).data).toEqual({ debugSession: described })
})

test('in production this call does not exist for any caller', async ({ clinic, server }) => {
  const visitors = [server.visitor()]
  for (const role of ['admin', 'staff', 'attorney'] as const) {
    const visitor = server.visitor()
    await visitor.signIn((await clinic.user({ role })).email)
    visitors.push(visitor)
  }
  for (const visitor of visitors) {
    const { status, json } = await visitor.call('GET', '/api/debug/session')
    const other = await visitor.call('GET', '/api/debug/nothing')
    expect([status, json]).toEqual([404, other.json])
    const { data, errors } = await visitor.graphql(query)
    expect(data).toBeNull()
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['not_found'])
  }
})
