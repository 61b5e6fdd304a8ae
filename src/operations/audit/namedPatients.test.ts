import { describe, expect } from 'vitest'
import type { Patient } from '#infra/prisma/client.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { insertAppointment } from '#tests/support/practice.ts'
import { withoutAudit, withoutRight } from '#tests/support/rights.ts'
import { statementsOf, work } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import type { TestServer } from '#tests/support/testServer.ts'
import { createCalendarFeed } from '../calendar/calendarFeeds.ts'
import { readCalendarFeed } from '../calendar/readCalendarFeed.ts'
import { addTask } from '../tasks/addTask.ts'
import { editTask } from '../tasks/editTask.ts'
import { checkAuditTrail } from './checkAuditTrail.ts'
import { listAuditLogs } from './listAuditLogs.ts'

const signedIn = async (server: TestServer, { email }: { email: string }) => {
  const visitor = server.visitor()
  await visitor.signIn(email)
  return visitor
}

/** All recorded lists, searches, reports and exports, with their patients. */
async function reads({ db }: TestClinic) {
  const rows = await db.auditLog.findMany({
    where: { action: { in: ['listed', 'exported'] } },
    orderBy: { id: 'asc' },
  })
  const named = new Map(
    (await db.auditLogPatients.findMany()).map(({ auditLogId, patientIds }) => [auditLogId, patientIds]),
  )
  return rows.map((row) => ({ ...row, named: named.get(row.id) ?? [] }))
}

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).sort()

/** Adds three patients named Quill and one with another name. */
async function quills(clinic: TestClinic) {
  const found = []
  for (let n = 0; n < 3; n += 1) found.push(await clinic.patient({ firstName: `Ann${n}`, lastName: 'Quill' }))
  await clinic.patient({ lastName: 'Other' })
  return found
}

describe('the audit row of a search has exactly the returned patients, when selecting', () => {
  test.for(['totalCount', 'edges { node { id } }', 'edges { cursor }', 'pageInfo { hasNextPage }'])(
    '%s selected',
    async (fields, { clinic, server }) => {
      const visitor = await signedIn(server, await clinic.user())
      const found = await quills(clinic)
      await visitor.graphql(`{ patients(search: "quill") { ${fields} } }`)
      const [row, ...others] = await reads(clinic)
      expect(others).toEqual([])
      expect(row).toMatchObject({ resourceType: 'patient', patientScope: 'named', patientCount: 3 })
      expect(row?.named).toEqual(ids(found))
      expect(JSON.stringify(row?.details)).not.toContain('quill')
    },
  )
})

describe('the audit row of a response without rows has the few patients that it confirms, for', () => {
  test.for([
    ['patients', 'patients(first: 0, search: "quill") { totalCount }', 3],
    ['patients, past the end', 'patients(after: "$end", search: "quill") { totalCount }', 3],
    ['patients, by the next page', 'patients(first: 0, search: "quill") { pageInfo { hasNextPage } }', 3],
    ['tasks', 'tasks(first: 0, assignedTo: "$user", open: true) { counts { later done } }', 2],
    ['appointments', 'appointments(first: 0, providerId: "$user") { totalCount }', 1],
  ] as const)('%s', async ([, query, count], { clinic, server }) => {
    const user = await clinic.user()
    const visitor = await signedIn(server, user)
    const found = (await quills(clinic)).slice(0, count)
    const [first, second] = found as [Patient, ...Patient[]]
    const task = { assignedTo: user.id, title: 'Call' }
    await insertAppointment(clinic, { patient: first, provider: user })
    await addTask(clinic.as(user), { ...task, patientId: first.id })
    const done = second && (await addTask(clinic.as(user), { ...task, patientId: second.id }))
    if (done) await editTask(clinic.as(user), { taskId: done.id, status: 'completed' })
    const last = { createdAt: '2000-01-01T00:00:00.000Z', id: user.id }
    const end = Buffer.from(JSON.stringify(last)).toString('base64url')
    const { errors } = await visitor.graphql(`{ ${query.replace('$user', user.id).replace('$end', end)} }`)
    expect(errors).toEqual([])
    const [row, ...others] = await reads(clinic)
    expect(others).toEqual([])
    expect(row?.named).toEqual(ids(found))
    expect(row?.details).toMatchObject({ count })
  })

  test('a report', async ({ clinic, server }) => {
    const visitor = await signedIn(server, await clinic.user())
    const found = await quills(clinic)
    await visitor.graphql('{ patientReport(first: 0, search: "quill") { hasNextPage } }')
    expect(await reads(clinic)).toMatchObject([{ action: 'exported', named: ids(found) }])
  })

  test('the steps of consent between two days', async ({ clinic, server }) => {
    const visitor = await signedIn(server, await clinic.user())
    const { id } = await clinic.patient()
    await clinic.patient({ createdAt: new Date('2025-06-01T12:00:00Z') })
    await visitor.graphql('{ consentFunnel { added } }')
    await visitor.graphql('{ consentFunnel(fromDay: "2026-01-05") { added } }')
    expect(await clinic.db.auditLogPatients.findMany()).toMatchObject([{ patientIds: [id] }])
  })
})

test('the audit row of a search has all of the few patients that it counts, including those on other pages', async ({
  clinic,
  server,
}) => {
  const visitor = await signedIn(server, await clinic.user())
  const found = await quills(clinic)
  await visitor.graphql('{ patients(first: 1, search: "quill") { totalCount edges { node { id } } } }')
  await visitor.call('GET', '/api/patients?search=quill&limit=1')
  expect((await reads(clinic)).map(({ named }) => named)).toEqual([ids(found), ids(found)])
})

test('a page without rows does not reveal what follows a cursor', async ({ clinic, server }) => {
  const visitor = await signedIn(server, await clinic.user())
  await quills(clinic)
  const place = { lastName: 'Quiet', firstName: '', id: '00000000-0000-0000-0000-000000000000' }
  const cursor = Buffer.from(JSON.stringify(place)).toString('base64url')
  for (const page of [`first: 0, after: "${cursor}"`, `last: 0, before: "${cursor}"`]) {
    const { data, errors } = await visitor.graphql(
      `{ patients(${page}, sort: name) { pageInfo { hasNextPage } } }`,
    )
    expect([data, errors[0]?.extensions.code]).toEqual([null, 'invalid'])
  }
})

test('a response without rows names no patients if there is no filter or more than twenty match', async ({
  clinic,
  server,
}) => {
  const user = await clinic.user()
  const visitor = await signedIn(server, user)
  for (let n = 0; n < 21; n += 1) {
    const { id: patientId } = await clinic.patient({ lastName: 'Quill' })
    await addTask(clinic.as(user), { assignedTo: user.id, title: 'Call', patientId })
  }
  await visitor.graphql('{ patients(first: 0) { totalCount statusCounts { count } } }')
  await visitor.graphql('{ patients(first: 0, search: "quill") { totalCount } }')
  await visitor.graphql(`{ tasks(first: 0, assignedTo: "${user.id}") { counts { later } } }`)
  expect(await reads(clinic)).toMatchObject([
    { named: [], details: { filters: [], count: 21 } },
    { named: [], details: { filters: ['search'], count: 21 } },
    { named: [], details: { filters: ['assignedTo'], count: 21, isCountExact: false } },
  ])
})

test('lists of tasks, appointments and alerts record their patients for every selection of fields', async ({
  clinic,
  server,
}) => {
  const user = await clinic.user({ role: 'admin' })
  const [one, two, three] = await quills(clinic)
  const of = (patient: { id: string } | undefined) => ({ patientId: patient?.id ?? '' })
  await clinic.db.task.create({
    data: { title: 'Call', ...of(one), createdById: user.id, assignedToId: user.id },
  })
  await clinic.db.task.create({ data: { title: 'Tidy', createdById: user.id, assignedToId: user.id } })
  await clinic.db.appointment.create({
    data: {
      ...of(two),
      providerId: user.id,
      createdById: user.id,
      scheduledAt: new Date('2026-01-06T15:00:00Z'),
      duration: 60,
    },
  })
  await clinic.db.alert.create({
    data: { type: 'patient_assigned', userId: user.id, ...of(three), message: 'Assigned' },
  })
  const visitor = await signedIn(server, user)
  await visitor.graphql('{ tasks { edges { cursor } } }')
  await visitor.graphql('{ appointments { edges { cursor } } }')
  await visitor.graphql('{ alerts { unreadCount } }')
  expect((await reads(clinic)).map(({ resourceType, named }) => [resourceType, named])).toEqual([
    ['task', [one?.id]],
    ['appointment', [two?.id]],
    ['alert', [three?.id]],
  ])
})

test('three searches in one request write three rows with their own patients', async ({ clinic, server }) => {
  const visitor = await signedIn(server, await clinic.user())
  const [first, second, third] = await quills(clinic)
  await visitor.graphql(`{
    a: patients(search: "ann0") { totalCount }
    b: patients(search: "ann1") { totalCount }
    c: patients(search: "ann2") { totalCount }
  }`)
  const rows = await reads(clinic)
  expect(rows.map(({ named }) => named[0]).sort()).toEqual(ids([first, second, third] as { id: string }[]))
  expect(rows.map(({ continuesId }) => continuesId)).toEqual([null, null, null])
})

test('a list that is read twice in one request writes two rows', async ({ clinic, server }) => {
  const visitor = await signedIn(server, await clinic.user())
  await quills(clinic)
  await visitor.graphql('{ a: patients { totalCount } b: patients { totalCount } }')
  expect(await reads(clinic)).toHaveLength(2)
})

test('an attorney’s list records only the attorney’s patients', async ({ clinic, server }) => {
  const attorney = await clinic.user({ role: 'attorney' })
  await quills(clinic)
  const own = await clinic.patient({ lastName: 'Quill', assignedAttorneyId: attorney.id })
  const visitor = await signedIn(server, attorney)
  await visitor.graphql('{ patients(search: "quill") { totalCount } }')
  await visitor.call('GET', '/api/patients')
  expect((await reads(clinic)).map(({ named, patientScope }) => [named, patientScope])).toEqual([
    [[own.id], 'named'],
    [[own.id], 'named'],
  ])
})

test('REST returns a complete list in pages: the first writes an audit row, and the others continue it', async ({
  clinic,
  server,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const made = []
  for (let n = 0; n < 230; n += 1) made.push(await clinic.patient({ status: 'schedulable' }))
  const visitor = await signedIn(server, admin)
  const { json } = await visitor.call('GET', '/api/patients?status=schedulable')
  expect(json).toHaveLength(230)
  const [first, ...further] = await reads(clinic)
  expect(further.map(({ continuesId }) => continuesId)).toEqual([first?.id, first?.id])
  expect([first, ...further].map((row) => row?.named.length)).toEqual([100, 100, 30])
  expect([first, ...further].flatMap((row) => row?.named ?? []).sort()).toEqual(ids(made))
  const { rows } = await listAuditLogs(clinic.as(admin), { action: 'listed' }, {})
  expect(rows.map(({ node }) => node.id)).toEqual([first?.id])
  const last = made[0]?.id ?? ''
  const found = await listAuditLogs(clinic.as(admin), { patientId: last, action: 'listed' }, {})
  expect(found.rows.map(({ node }) => node.continuesId ?? node.id)).toContain(first?.id)
  expect(await checkAuditTrail(clinic.anonymous())).toMatchObject({ brokenLink: null })
})

test('a report records its patients, and one of the whole clinic writes one row that says so', async ({
  clinic,
  server,
}) => {
  const found = await quills(clinic)
  const visitor = await signedIn(server, await clinic.user({ role: 'admin' }))
  await visitor.call('GET', '/api/reports/patients.csv?search=quill')
  await visitor.call('GET', '/api/reports/patients.csv')
  await visitor.call('GET', '/api/reports/consents.csv')
  await visitor.call('GET', '/api/patients')
  expect(
    (await reads(clinic)).map(({ action, patientScope, named }) => [action, patientScope, named]),
  ).toEqual([
    ['exported', 'named', ids(found)],
    ['exported', 'all_but_dropped', []],
    ['exported', 'all', []],
    ['listed', 'all_but_dropped', []],
  ])
})

test('for staff without access to a restricted chart, a report records only the patients it returned', async ({
  clinic,
  server,
}) => {
  const found = await quills(clinic)
  const restrictedAt = clinic.now
  await clinic.db.patient.updateMany({ where: { lastName: 'Other' }, data: { restrictedAt } })
  const visitor = await signedIn(server, await clinic.user())
  await visitor.call('GET', '/api/reports/patients.csv')
  expect((await reads(clinic)).map(({ named }) => named)).toEqual([ids(found)])
})

test('a page of the list is not recorded as the whole clinic', async ({ clinic, server }) => {
  const found = await quills(clinic)
  const visitor = await signedIn(server, await clinic.user({ role: 'admin' }))
  await visitor.call('GET', '/api/patients?limit=2')
  const [row] = await reads(clinic)
  expect([row?.patientScope, row?.named.length]).toEqual(['named', 2])
  expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining((row?.named ?? []).slice(0, 1)))
})

test('a calendar feed records the patients of its appointments', async ({ clinic }) => {
  const user = await clinic.user()
  const patient = await clinic.patient()
  await clinic.db.appointment.create({
    data: {
      patientId: patient.id,
      providerId: user.id,
      createdById: user.id,
      scheduledAt: new Date('2026-01-06T15:00:00Z'),
      duration: 60,
    },
  })
  const { address } = await createCalendarFeed(clinic.as(user), {})
  await readCalendarFeed(clinic.anonymous(), { token: /([\w-]{43})\.ics$/.exec(address)?.[1] ?? '' })
  expect(await clinic.db.auditLogPatients.findMany()).toMatchObject([{ patientIds: [patient.id] }])
})

test('the row and its patients are written in one statement', async ({ clinic, server }) => {
  const visitor = await signedIn(server, await clinic.user())
  await quills(clinic)
  const query = '{ patients { edges { node { restriction { id } } } } }'
  const statements = work(await statementsOf(() => visitor.graphql(query)))
  expect(statements).toHaveLength(4)
  expect(statements.filter((text) => text.includes('audit_log_patients'))).toHaveLength(1)
})

test('a read fails if its audit row cannot be written', async ({ clinic, server, database }) => {
  const visitor = await signedIn(server, await clinic.user())
  await quills(clinic)
  const query = '{ patients(search: "quill") { edges { node { id } } } }'
  const refused = await withoutAudit(database, () => visitor.graphql(query))
  expect(refused.data).toBeNull()
  const withoutIds = await withoutRight(database, 'INSERT ON audit_log_patients', () =>
    visitor.graphql(query),
  )
  expect(withoutIds.data).toBeNull()
  expect(await reads(clinic)).toEqual([])
})
