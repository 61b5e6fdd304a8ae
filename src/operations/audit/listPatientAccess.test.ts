import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { statementsOf, work } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import { auditAll } from '../audit.ts'
import { viewPatient } from '../patients/viewPatient.ts'
import { listPatientAccess } from './listPatientAccess.ts'

const before = new Date('2026-01-01T00:00:00Z')
const patientOf = (clinic: TestClinic, values = {}) => clinic.patient({ createdAt: before, ...values })

const query = (id: string) => `{ patientAccess(patientId: "${id}") { edges { node {
  description userName userRole apiKeyName ipAddress userAgent createdAt
} } } }`

test('the access history names the user, time and kind of views, lists, reports and exports', async ({
  clinic,
  server,
}) => {
  const kim = await clinic.user({ firstName: 'Kim', lastName: 'Park' })
  const admin = await clinic.user({ role: 'admin', firstName: 'Ada', lastName: 'Moss' })
  const patient = await patientOf(clinic, { lastName: 'Quill' })
  await patientOf(clinic, { lastName: 'Other' })
  const byKim = server.visitor()
  await byKim.signIn(kim.email)
  await byKim.graphql(`{ patient(id: "${patient.id}") { id } }`)
  await byKim.graphql('{ patients(search: "quill") { totalCount } }')
  await byKim.graphql('{ patients(search: "other") { totalCount } }')
  await byKim.call('GET', '/api/reports/patients.csv?search=quill')
  await byKim.call('GET', '/api/reports/patients.csv')
  const ctx = clinic.as(admin)
  await auditAll(ctx, [{ action: 'exported', resourceType: 'data_export', patientScope: 'all' }])
  await auditAll({ ...ctx, actor: null }, [{ action: 'exported', resourceType: 'backup' }])
  const byAdmin = server.visitor()
  await byAdmin.signIn(admin.email)
  const { patientAccess } = await byAdmin.ask<{ patientAccess: { edges: { node: object }[] } }>(
    query(patient.id),
  )
  const nodes = patientAccess.edges.map(({ node }) => node)
  const byPark = { userName: 'Kim Park', userRole: 'staff', ipAddress: expect.any(String) }
  expect(nodes).toMatchObject([
    { description: 'Included in a backup', userName: null },
    { description: 'Included in a full export', userName: 'Ada Moss', userRole: 'admin' },
    { description: 'Exported in a report of patients', ...byPark },
    { description: 'Exported in a report of patients', ...byPark },
    { description: 'Listed in a search of patients', ...byPark },
    { description: 'Viewed chart', ...byPark },
  ])
  expect(await clinic.auditOf(patient)).toMatchObject([
    { action: 'viewed' },
    { action: 'listed', resourceType: 'patient_access', userId: admin.id },
  ])
})

test('a denied view is in the access history', async ({ clinic, server }) => {
  const patient = await patientOf(clinic)
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user({ role: 'attorney' })).email)
  const { errors } = await visitor.graphql(`{ patient(id: "${patient.id}") { id } }`)
  expect(errors[0]?.extensions.code).toBe('not_found')
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const { rows } = await listPatientAccess(admin, patient.id, {})
  expect(rows).toMatchObject([{ node: { action: 'denied', patientId: patient.id } }])
})

test('only administrators see it, and only for an existing patient', async ({ clinic, server }) => {
  const patient = await patientOf(clinic)
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const missing = { code: 'not_found' }
  await expect(listPatientAccess(admin, 'x', {})).rejects.toMatchObject(missing)
  await expect(listPatientAccess(admin, crypto.randomUUID(), {})).rejects.toMatchObject(missing)
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user()).email)
  const { errors } = await visitor.graphql(query(patient.id))
  expect(errors[0]?.extensions.code).toBe('forbidden')
})

test('an export of all patients is not in the history of those added later or dropped at that time', async ({
  clinic,
}) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const dropped = await patientOf(clinic)
  const later = await clinic.patient({ createdAt: new Date('2026-01-06T00:00:00Z') })
  const changedAt = new Date('2026-01-02T00:00:00Z')
  await clinic.db.patientStatusChange.create({ data: { patientId: dropped.id, to: 'dropped', changedAt } })
  await auditAll(admin, [{ action: 'exported', resourceType: 'patient', patientScope: 'all_but_dropped' }])
  await auditAll(admin, [{ action: 'exported', resourceType: 'data_export', patientScope: 'all' }])
  const of = async ({ id }: { id: string }) =>
    (await listPatientAccess(admin, id, {})).rows.map(({ node }) => node.description)
  expect(await of(dropped)).toEqual(['Included in a full export'])
  expect(await of(later)).toEqual([])
})

test('it is paged by cursor, with the same number of statements for one row and a hundred', async ({
  clinic,
}) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const patient = await patientOf(clinic)
  await viewPatient(admin, { patientId: patient.id })
  const fresh = () => ({ ...admin, request: { ...admin.request, listed: new Map() } })
  const count = async () =>
    work(await statementsOf(() => listPatientAccess(fresh(), patient.id, { first: 100 }))).length
  const few = await count()
  for (let n = 0; n < 120; n += 1) {
    clinic.now = new Date(clinic.now.getTime() + 1000)
    await auditAll(admin, [
      { action: 'listed', resourceType: 'patient', patientIds: [patient.id, crypto.randomUUID()] },
    ])
  }
  expect(await count()).toBe(few)
  const first = await listPatientAccess(fresh(), patient.id, { first: 100 })
  const second = await listPatientAccess(fresh(), patient.id, {
    first: 100,
    after: first.rows.at(-1)?.cursor ?? null,
  })
  const listed = [...first.rows, ...second.rows].filter(({ node }) => node.resourceType === 'patient')
  expect(new Set(listed.map(({ node }) => node.id)).size).toBe(121)
  expect(second.hasNextPage).toBe(false)
  const back = await listPatientAccess(fresh(), patient.id, { last: 2, before: second.rows[0]?.cursor ?? '' })
  expect(back.rows.map(({ node }) => node.id)).toEqual(first.rows.slice(-2).map(({ node }) => node.id))
})
