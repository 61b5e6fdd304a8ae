import { expect } from 'vitest'
import { CSV_MARK } from '#domain/csv.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import type { TestServer } from '#tests/support/testServer.ts'
import { auditAll } from '../audit.ts'

const write = async (clinic: TestClinic, count: number, about = {}) => {
  const ctx = clinic.as(await clinic.user({ firstName: '=Ada', lastName: 'Byron' }))
  const row = { action: 'viewed', resourceType: 'patient', ...about } as const
  await auditAll(
    ctx,
    Array.from({ length: count }, () => row),
  )
  return ctx.actor.id
}

const asAdmin = async (clinic: TestClinic, server: TestServer) => {
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user({ role: 'admin' })).email)
  return visitor
}

test('the filtered audit log is exported as CSV in parts and writes one audit row', async ({
  clinic,
  server,
}) => {
  const userId = await write(clinic, 505)
  const visitor = await asAdmin(clinic, server)
  let text = ''
  let type: string | null = ''
  const statements = await statementsOf(async () => {
    const answer = await visitor.call('GET', `/api/audit-logs/export.csv?userId=${userId}&action=viewed`)
    text = answer.text
    type = answer.headers.get('content-type')
    expect(answer.headers.get('content-disposition')).toMatch(/filename="audit-trail-\d{4}-\d\d-\d\d\.csv"/)
  })
  expect(type).toBe('text/csv; charset=utf-8')
  const lines = text.split('\r\n')
  expect(lines.shift()?.replace(CSV_MARK, '')).toMatch(/^createdAt,action,resourceType,/)
  expect(lines.pop()).toBe('')
  expect(lines).toHaveLength(505)
  expect(lines[0]).toContain(",'=Ada Byron,")
  expect(new Set(lines).size).toBe(505)
  expect(statements.filter((one) => /FROM "public"\."audit_logs"/.test(one))).toHaveLength(2)
  expect(await clinic.db.auditLog.findMany({ where: { action: 'exported' } })).toMatchObject([
    { resourceType: 'audit_log', details: { filters: ['userId', 'action'] } },
  ])
})

test('the JSON export is one array, even without matches', async ({ clinic, server }) => {
  await write(clinic, 2, { details: { fields: ['email', 'phone'] } })
  const visitor = await asAdmin(clinic, server)
  const found = await visitor.call('GET', '/api/audit-logs/export.json?action=viewed')
  expect(found.json).toMatchObject([
    {
      action: 'viewed',
      details: { fields: ['email', 'phone'] },
      userName: '=Ada Byron',
      userRole: 'staff',
      chain: expect.any(Number),
      position: 2,
      hash: expect.stringMatching(/^[\da-f]{64}$/),
    },
    { action: 'viewed' },
  ])
  expect((await visitor.call('GET', '/api/audit-logs/export.json?action=break_glass')).json).toEqual([])
  expect((await visitor.call('HEAD', '/api/audit-logs/export.csv')).text).toBe('')
})

test('days are in the clinic’s time zone, and an invalid day is rejected before the export starts', async ({
  clinic,
  server,
}) => {
  const at = (instant: string) => {
    clinic.now = new Date(instant)
    return write(clinic, 1, { resourceId: instant })
  }
  // New York is five hours behind in January.
  await at('2026-01-05T04:59:59.000Z')
  await at('2026-01-05T05:00:00.000Z')
  await at('2026-01-06T04:59:59.000Z')
  await at('2026-01-06T05:00:00.000Z')
  const visitor = await asAdmin(clinic, server)
  const found = await visitor.call(
    'GET',
    '/api/audit-logs/export.json?action=viewed&fromDay=2026-01-05&toDay=2026-01-05',
  )
  expect((found.json as { resourceId: string }[]).map(({ resourceId }) => resourceId)).toEqual([
    '2026-01-06T04:59:59.000Z',
    '2026-01-05T05:00:00.000Z',
  ])
  expect((await visitor.call('GET', '/api/audit-logs/export.csv?fromDay=soon')).status).toBe(400)
})

test('the report of who opened a chart needs a patient and has only reads', async ({ clinic, server }) => {
  const { id: patientId } = await clinic.patient()
  await write(clinic, 1, { patientId })
  await write(clinic, 1, { patientId, action: 'updated' })
  await write(clinic, 1, { patientId, action: 'downloaded' })
  const visitor = await asAdmin(clinic, server)
  const { json } = await visitor.call(
    'GET',
    `/api/audit-logs/export.json?patientId=${patientId}&readsOnly=true`,
  )
  expect((json as { action: string }[]).map(({ action }) => action).sort()).toEqual(['downloaded', 'viewed'])
  const everybody = await visitor.call('GET', '/api/audit-logs/export.json?readsOnly=true')
  expect([everybody.status, everybody.json]).toMatchObject([
    400,
    { fields: { patientId: 'Choose whose chart was opened' } },
  ])
})
