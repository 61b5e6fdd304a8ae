import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { statementsOf } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'

type Row = { id: string; lastName: string }

test('the whole list is returned without paging, however long, and writes one audit row', async ({
  clinic,
  server,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  for (let n = 0; n < 205; n += 1) await clinic.patient({ createdById: admin.id, createdAt: clinic.now })
  const visitor = server.visitor()
  await visitor.signIn(admin.email)

  let list: Row[] = []
  const statements = await statementsOf(async () => {
    list = (await visitor.call('GET', '/api/patients')).json as Row[]
  })
  expect(new Set(list.map(({ id }) => id)).size).toBe(205)
  expect(statements.filter((text) => /FROM "public"\."patients"/.test(text))).toHaveLength(3)
  expect(await clinic.db.auditLog.count({ where: { action: 'listed' } })).toBe(1)
})

test('an empty list is an empty array', async ({ clinic, server }) => {
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user()).email)
  for (const path of [
    '/api/patients',
    '/api/appointments',
    '/api/patients?limit=5',
    '/api/patients?search=nobody',
  ])
    expect((await visitor.call('GET', path)).json, path).toEqual([])
})

test('patients can be filtered by assignee, dates and days in status', async ({ clinic, server }) => {
  const staff = await clinic.user()
  await clinic.patient({ lastName: 'Mine', assignedAttorneyId: staff.id, statusSince: new Date(0) })
  await clinic.patient({ lastName: 'Unassigned', reviewRequestId: randomUUID() })
  const visitor = server.visitor()
  await visitor.signIn(staff.email)
  const names = async (query: string) =>
    ((await visitor.call('GET', `/api/patients?${query}`)).json as Row[]).map(({ lastName }) => lastName)
  expect(await names('assignedAttorney=me&minDaysInStatus=30')).toEqual(['Mine'])
  expect(await names('assignedAttorney=none')).toEqual(['Unassigned'])
  expect(await names('createdTo=2000-01-01')).toEqual([])
  expect(await names('needsReview=true')).toEqual(['Unassigned'])
  for (const wrong of [
    'minDaysInStatus=soon',
    'needsReview=maybe',
    'minDaysInStatus=0',
    'createdFrom=yesterday',
  ])
    expect((await visitor.call('GET', `/api/patients?${wrong}`)).status, wrong).toBe(400)
})

test('tasks and appointments can be filtered as by GraphQL, and read by last change', async ({
  clinic,
  server,
}) => {
  const staff = await clinic.user()
  const patient = await clinic.patient()
  const day = (date: number) => new Date(Date.UTC(2026, 0, date))
  const people = { assignedToId: staff.id, createdById: staff.id }
  for (const [title, updatedAt, status] of [
    ['Late', day(3), 'pending'],
    ['Early', day(2), 'in_progress'],
    ['Old', day(1), 'completed'],
  ] as const)
    await clinic.db.task.create({ data: { ...people, title, status, updatedAt } })
  for (const [location, updatedAt, scheduledAt, status] of [
    ['Late', day(3), day(10), 'scheduled'],
    ['Early', day(2), day(20), 'cancelled'],
    ['Old', day(1), day(15), 'scheduled'],
  ] as const)
    await clinic.db.appointment.create({
      data: {
        ...{ patientId: patient.id, providerId: staff.id, createdById: staff.id },
        ...{ location, updatedAt, scheduledAt, status },
      },
    })
  const visitor = server.visitor()
  await visitor.signIn(staff.email)
  const list = async (path: string, field: string) =>
    ((await visitor.call('GET', `/api/${path}`)).json as Record<string, string>[]).map((row) => row[field])
  const since = 'updatedSince=2026-01-02T00:00:00Z'

  expect(await list(`tasks?${since}&sort=updated`, 'title')).toEqual(['Early', 'Late'])
  expect(await list('tasks?open=false', 'title')).toEqual(['Old'])
  expect(await list(`tasks?status=in_progress&assignedTo=${staff.id}`, 'title')).toEqual(['Early'])
  expect(await list(`tasks?patientId=${patient.id}`, 'title')).toEqual([])
  expect(await list(`appointments?${since}&sort=updated`, 'location')).toEqual(['Early', 'Late'])
  expect(await list(`appointments?upcoming=true&patientId=${patient.id}`, 'location')).toEqual([
    'Late',
    'Old',
  ])
  expect(await list('appointments?from=2026-01-12T00:00:00Z&to=2026-01-18T00:00:00Z', 'location')).toEqual([
    'Old',
  ])
  expect(await list(`appointments?status=cancelled&providerId=${staff.id}`, 'location')).toEqual(['Early'])
  for (const wrong of [
    'tasks?updatedSince=yesterday',
    'tasks?sort=title',
    'appointments?updatedSince=2026-01-02T00:00',
  ])
    expect((await visitor.call('GET', `/api/${wrong}`)).status, wrong).toBe(400)
})

test('limit and after return a page with a Link to the next one', async ({ clinic, server }) => {
  const admin = await clinic.user({ role: 'admin' })
  for (const lastName of ['A', 'B', 'C', 'D', 'E']) await clinic.patient({ lastName, status: 'schedulable' })
  await clinic.patient({ lastName: 'Elsewhere' })
  const visitor = server.visitor()
  await visitor.signIn(admin.email)

  let next: string | undefined = '/api/patients?status=schedulable&limit=2'
  const pages: string[] = []
  while (next) {
    const answer = await visitor.call('GET', next)
    pages.push((answer.json as Row[]).map(({ lastName }) => lastName).join(''))
    next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
  expect([...pages.join('')].sort().join('')).toBe('ABCDE')
})

test('every documented list returns an array', async ({ clinic, server }) => {
  const admin = await clinic.user({ role: 'admin' })
  const patient = await clinic.patient({ assignedAttorneyId: (await clinic.user({ role: 'attorney' })).id })
  const visitor = server.visitor()
  await visitor.signIn(admin.email)
  const paths = ['patients', 'appointments', 'audit-logs', `patients/${patient.id}/notes`, 'users/assignable']
  for (const path of paths)
    expect((await visitor.call('GET', `/api/${path}`)).json, path).toBeInstanceOf(Array)
  const [row] = (await visitor.call('GET', '/api/patients')).json as Record<string, unknown>[]
  expect(row).toMatchObject({
    createdBy: { id: patient.createdById, firstName: 'Sam', lastName: expect.any(String) },
    assignedAttorney: { id: patient.assignedAttorneyId, firstName: 'Sam', role: 'attorney' },
    status: 'pending_consent',
    injuryDescription: null,
  })
  expect(JSON.stringify(row)).not.toMatch(/password|envelope|searchText/i)
})
