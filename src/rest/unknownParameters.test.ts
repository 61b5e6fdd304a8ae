import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { test } from '#tests/support/test.ts'
import { routes } from './router.ts'

test('every call refuses a query parameter that it does not know, and does nothing', async ({
  clinic,
  server,
}) => {
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user({ role: 'admin' })).email)
  const before = await clinic.db.auditLog.count()
  for (const { method, path } of routes) {
    const url = `${path.replaceAll(/:\w+/g, randomUUID())}?asignedAttorney=none`
    const { status, json } = await visitor.call(method as 'GET', url)
    expect([status, json], `${method} ${path}`).toEqual([
      400,
      expect.objectContaining({ message: expect.stringContaining('Unknown parameter: asignedAttorney') }),
    ])
  }
  expect(await clinic.db.auditLog.count()).toBe(before)
})

test('the error names the parameters that a call takes, and one that is given twice', async ({
  clinic,
  server,
}) => {
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user()).email)
  const misspelled = await visitor.call('GET', '/api/alerts?lmit=5')
  expect(misspelled.json).toEqual({
    code: 'invalid',
    message: 'Unknown parameter: lmit. This call takes limit, after.',
    fields: { lmit: 'Unknown parameter: lmit. This call takes limit, after.' },
  })
  const twice = await visitor.call('GET', '/api/patients?search=Ada&search=Ben')
  expect([twice.status, twice.json]).toEqual([
    400,
    { code: 'invalid', message: 'Give search only once.', fields: { search: 'Give search only once.' } },
  ])
})

test('a caller without the role gets 403 and not the parameters', async ({ clinic, server }) => {
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user()).email)
  expect((await visitor.call('GET', '/api/users?nmae=x')).status).toBe(403)
})
