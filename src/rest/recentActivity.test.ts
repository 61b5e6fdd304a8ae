import { expect } from 'vitest'
import { test } from '#tests/support/test.ts'

const query = '{ recentActivity { id action resourceType description createdAt } }'

test.for(['staff', 'attorney'] as const)(
  'the audit log of %s is the recent activity of their dashboard',
  async (role, { clinic, server }) => {
    const me = await clinic.user({ role })
    const assigned = role === 'attorney' ? { assignedAttorneyId: me.id } : {}
    await clinic.patient({ lastName: 'Doyle', ...assigned })
    const visitor = server.visitor()
    await visitor.signIn(me.email)
    const { status, json } = await visitor.call('GET', '/api/audit-logs')
    expect(status).toBe(200)
    expect(json).toEqual((await visitor.graphql(query)).data?.recentActivity)
    expect(json).toMatchObject([{ action: 'login' }])
    expect(JSON.stringify(json)).not.toMatch(/Doyle|ipAddress|userAgent|details/)
  },
)

test('filters need the audit log itself, which is only for administrators', async ({ clinic, server }) => {
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user()).email)
  for (const filter of ['limit=5', 'action=login', 'patientId=01a1fce0-ee66-720f-a396-036531c7261f'])
    expect((await visitor.call('GET', `/api/audit-logs?${filter}`)).status).toBe(403)
})
