import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { statementsOf, work } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import { addPatient } from './addPatient.ts'
import { listStatusHistory } from './listStatusHistory.ts'
import { overridePatientStatus } from './overridePatientStatus.ts'

const route = ['consent_sent', 'consent_signed', 'schedulable', 'treatment_completed'] as const

/** A patient who changes status after 1, 2, 3 and 4 days, viewed six and a half days later. */
async function journey(clinic: TestClinic) {
  const admin = await clinic.user({ role: 'admin' })
  const ctx = clinic.as(admin)
  const maren = { firstName: 'Maren', lastName: 'Lindqvist', email: 'maren@example.test' }
  const { id } = await addPatient(ctx, maren)
  const later = (days: number) => {
    clinic.now = new Date(clinic.now.getTime() + days * 86_400_000)
  }
  for (const [index, status] of route.entries()) {
    later(index + 1)
    await overridePatientStatus(ctx, { patientId: id, status })
  }
  later(6.5)
  return { admin, ctx, id }
}

const whole = [
  ['schedulable', 'treatment_completed', 6],
  ['consent_signed', 'schedulable', 4],
  ['consent_sent', 'consent_signed', 3],
  ['pending_consent', 'consent_sent', 2],
  [null, 'pending_consent', 1],
]
type Found = Awaited<ReturnType<typeof listStatusHistory>>
const shown = ({ rows }: Found) => rows.map(({ node }) => [node.from, node.to, node.days])

test('the history starts at the first day, with user, reason and number of days', async ({ clinic }) => {
  const { admin, ctx, id } = await journey(clinic)
  const found = await listStatusHistory(ctx, id, {})
  expect(shown(found)).toEqual(whole)
  expect(found.rows[0]?.node).toMatchObject({ reason: 'Status override', changedBy: { id: admin.id } })
  expect(found.rows.at(-1)?.node).toMatchObject({ reason: null, changedBy: { id: admin.id } })
})

test('the days are correct at page boundaries, forward and backward', async ({ clinic }) => {
  const { ctx, id } = await journey(clinic)
  const forward = await listStatusHistory(ctx, id, { first: 2 })
  const next = await listStatusHistory(ctx, id, { first: 2, after: forward.rows.at(-1)?.cursor })
  const last = await listStatusHistory(ctx, id, { first: 2, after: next.rows.at(-1)?.cursor })
  expect([forward, next, last].flatMap(shown)).toEqual(whole)

  const tail = await listStatusHistory(ctx, id, { last: 2 })
  const middle = await listStatusHistory(ctx, id, { last: 2, before: tail.rows[0]?.cursor })
  const head = await listStatusHistory(ctx, id, { last: 2, before: middle.rows[0]?.cursor })
  expect([head, middle, tail].flatMap(shown)).toEqual(whole)
})

test('a change by the patient or the system has no user', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const patient = await clinic.patient()
  const changedAt = clinic.now
  await clinic.db.patientStatusChange.create({
    data: { patientId: patient.id, to: 'consent_signed', changedAt },
  })
  const { rows } = await listStatusHistory(staff, patient.id, {})
  expect(rows).toMatchObject([{ node: { changedBy: null, days: 0 } }])
})

test('reading the history writes one audit row and costs the same for a long history', async ({ clinic }) => {
  const { ctx, id } = await journey(clinic)
  const { cursor } = (await listStatusHistory(ctx, id, { first: 1 })).rows[0] as Found['rows'][number]
  const rows = () => clinic.db.auditLog.findMany({ where: { patientId: id, action: 'listed' } })
  expect(await rows()).toMatchObject([{ resourceType: 'patient_status_change', userId: ctx.actor.id }])
  await listStatusHistory(ctx, id, { first: 1, after: cursor })
  expect(await rows(), 'reading on').toHaveLength(1)
  const cost = async (page: object) => {
    const request = { ...ctx.request, listed: new Map() }
    return work(await statementsOf(() => listStatusHistory({ ...ctx, request }, id, page))).length
  }
  expect(await cost({ first: 4, after: cursor })).toBe(await cost({ first: 1, after: cursor }))
})

test('an attorney gets not found for the history of another attorney’s patient', async ({ clinic }) => {
  const rae = await clinic.user({ role: 'attorney' })
  const [own, other] = [await clinic.patient({ assignedAttorneyId: rae.id }), await clinic.patient()]
  expect(shown(await listStatusHistory(clinic.as(rae), own.id, {}))).toEqual([])
  for (const id of [other.id, 'no key at all'])
    await expect(listStatusHistory(clinic.as(rae), id, {})).rejects.toMatchObject({
      code: 'not_found',
      message: 'Patient not found',
    })
})
