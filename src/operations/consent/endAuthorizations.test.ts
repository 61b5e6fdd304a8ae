import { expect } from 'vitest'
import { meetAt } from '#tests/support/meeting.ts'
import { test } from '#tests/support/test.ts'
import { overridePatientStatus } from '../patients/overridePatientStatus.ts'
import { listRecords } from '../records/listRecords.ts'
import { announceEnds, endAuthorizations } from './endAuthorizations.ts'

const ends = new Date('2026-01-06T12:00:00Z')

test('an authorization that ends closes the records to the attorney at once, before any job runs', async ({
  clinic,
}) => {
  const rae = await clinic.user({ role: 'attorney' })
  const staff = await clinic.user()
  const { id } = await clinic.patient({
    status: 'consent_signed',
    consentSignedAt: clinic.now,
    consentExpiresAt: ends,
    assignedAttorneyId: rae.id,
  })
  clinic.now = new Date(ends.getTime() - 1)
  expect((await listRecords(clinic.as(rae), id, {})).rows).toEqual([])
  clinic.now = ends
  await expect(listRecords(clinic.as(rae), id, {})).rejects.toMatchObject({ code: 'forbidden' })
  expect((await listRecords(clinic.as(staff), id, {})).rows).toEqual([])

  // An administrator's status change opens them again, as after a new consent.
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  await overridePatientStatus(admin, { patientId: id, status: 'schedulable' })
  expect((await listRecords(clinic.as(rae), id, {})).rows).toEqual([])
})

test('the end is recorded once, and the creator and the assigned attorney are alerted', async ({
  clinic,
}) => {
  const rae = await clinic.user({ role: 'attorney' })
  const staff = await clinic.user()
  const patient = await clinic.patient({
    status: 'schedulable',
    consentExpiresAt: ends,
    createdById: staff.id,
    assignedAttorneyId: rae.id,
  })
  await clinic.patient({ status: 'schedulable', consentExpiresAt: new Date('2027-01-06T12:00:00Z') })
  clinic.now = new Date('2026-01-07T07:00:00Z')
  const run = () => endAuthorizations(clinic.anonymous())
  await meetAt(clinic, 'patients', patient.id, [run, run])
  expect(await endAuthorizations(clinic.anonymous())).toBe(0)
  expect(await clinic.auditOf(patient)).toEqual([
    { action: 'consent_expired', resourceType: 'patient', userId: null },
  ])
  const alerts = await clinic.db.alert.findMany({ orderBy: { userId: 'asc' } })
  expect(alerts.map(({ userId }) => userId).sort()).toEqual([rae.id, staff.id].sort())
  expect(alerts[0]).toMatchObject({
    type: 'authorization_ended',
    message: `The authorization of Maren ${patient.lastName} has ended`,
  })
  // The job changes neither the status nor the time of the last edit.
  const now = await clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } })
  expect(now).toMatchObject({ status: 'schedulable', updatedAt: patient.updatedAt })
})

test('the end of a form that is signed later is announced again', async ({ clinic }) => {
  const patient = await clinic.patient({ status: 'consent_signed', consentExpiresAt: ends })
  clinic.now = ends
  expect(await endAuthorizations(clinic.anonymous())).toBe(1)
  const consentExpiresAt = new Date('2026-02-06T12:00:00Z')
  await clinic.db.patient.update({ where: { id: patient.id }, data: { consentExpiresAt } })
  expect(await endAuthorizations(clinic.anonymous())).toBe(0)
  clinic.now = consentExpiresAt
  expect(await endAuthorizations(clinic.anonymous())).toBe(1)
})

test('people are alerted once a month before the end, and not about a revoked or a short authorization', async ({
  clinic,
}) => {
  clinic.now = new Date('2026-06-01T15:00:00Z')
  const rae = await clinic.user({ role: 'attorney' })
  const staff = await clinic.user()
  const day = 86_400_000
  const inDays = (days: number) => new Date(clinic.now.getTime() + days * day)
  const about = { status: 'schedulable' as const, createdById: staff.id, assignedAttorneyId: rae.id }
  const long = { ...about, consentSignedAt: inDays(-335), consentExpiresAt: inDays(30) }
  const patient = await clinic.patient(long)
  await clinic.patient({ ...long, consentExpiresAt: inDays(31) })
  await clinic.patient({ ...long, consentRevokedAt: clinic.now })
  await clinic.patient({ ...long, status: 'dropped' })
  await clinic.patient({ ...long, consentSignedAt: clinic.now })
  await clinic.patient({ ...long, consentExpiresAt: inDays(-1) })
  const run = () => announceEnds(clinic.anonymous())
  await meetAt(clinic, 'patients', patient.id, [run, run])
  expect(await run()).toBe(0)
  const alerts = await clinic.db.alert.findMany()
  expect(alerts.map(({ userId }) => userId).sort()).toEqual([rae.id, staff.id].sort())
  expect(alerts[0]).toMatchObject({
    type: 'authorization_ending',
    message: `The authorization of Maren ${patient.lastName} ends on Jul 1, 2026`,
  })
  expect(await clinic.auditOf(patient)).toEqual([
    { action: 'updated', resourceType: 'patient', userId: null },
  ])
  const now = await clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } })
  expect(now).toMatchObject({ status: 'schedulable', updatedAt: patient.updatedAt })
})
