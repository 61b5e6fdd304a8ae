import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { meetAt, untilWaiting } from '#tests/support/meeting.ts'
import { storedRecord } from '#tests/support/recordFiles.ts'
import { test } from '#tests/support/test.ts'
import { deleteRecord } from '../records/deleteRecord.ts'
import { purgeDeletedRecords } from '../records/purgeDeletedRecords.ts'
import { restoreRecord } from '../records/restoreRecord.ts'
import { liftLegalHold, listLegalHolds, placeLegalHold } from './legalHolds.ts'

const matter = 'Claim of 2025 against the insurer'
const settled = 'The matter was settled'
const reason = 'Belongs to another chart'

/** A chart with one active record and one whose purge is due. */
async function chart(clinic: TestClinic) {
  await clinic.instances.settings.refresh()
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const { id: patientId } = await clinic.patient()
  const by = { patientId, uploadedById: admin.actor.id }
  const { id: recordId } = await storedRecord(clinic, by)
  const due = await storedRecord(clinic, {
    ...by,
    deletedAt: new Date('2019-01-01T00:00:00Z'),
    deletedById: admin.actor.id,
  })
  const purge = () => purgeDeletedRecords(clinic.anonymous())
  const isPurged = async () =>
    (await clinic.db.patientRecord.findUniqueOrThrow({ where: { id: due.id } })).purgedAt !== null
  return { admin, patientId, recordId, dueId: due.id, purge, isPurged }
}

test('nothing of a chart on hold is deleted or purged, and after the hold it is', async ({ clinic }) => {
  const { admin, patientId, recordId, dueId, purge, isPurged } = await chart(clinic)
  const one = await placeLegalHold(admin, { patientId, reason: matter })
  const other = await placeLegalHold(admin, { patientId, reason: 'Audit by the state of New York' })
  const remove = () => deleteRecord(admin, { patientId, recordId, reason })
  const lift = (legalHoldId: string) => liftLegalHold(admin, { patientId, legalHoldId, reason: settled })
  await expect(remove()).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/on legal hold \(Claim of 2025.*Lift the hold first/),
  })
  expect([await purge(), await isPurged()]).toEqual([0, false])
  await lift(one.id)
  await expect(remove(), 'the other hold is still active').rejects.toMatchObject({ code: 'conflict' })
  expect([await purge(), await isPurged()]).toEqual([0, false])
  await expect(lift(one.id)).rejects.toMatchObject({ code: 'conflict' })

  await lift(other.id)
  expect(await remove()).toBe(true)
  await expect(restoreRecord(admin, { patientId, recordId })).resolves.toMatchObject({ deletedAt: null })
  expect([await purge(), await isPurged()]).toEqual([1, true])
  const auditRows = await clinic.db.auditLog.findMany({
    where: { resourceType: 'legal_hold' },
    orderBy: { id: 'asc' },
  })
  expect(auditRows.map(({ action, patientId: of }) => [action, of === patientId])).toEqual([
    ['created', true],
    ['created', true],
    ['updated', true],
    ['updated', true],
  ])
  expect(JSON.stringify(auditRows), 'the reason may contain patient data').not.toContain('insurer')
  expect(await clinic.db.auditLog.count({ where: { resourceId: dueId, action: 'deleted' } })).toBe(1)
})

test('when a hold and a purge run at once, whichever is first completes', async ({ clinic }) => {
  for (const isHoldFirst of [true, false]) {
    const { admin, patientId, purge, isPurged } = await chart(clinic)
    const place = () => placeLegalHold(admin, { patientId, reason: matter })
    const [first, second] = isHoldFirst ? [place, purge] : [purge, place]
    await meetAt(clinic, 'patients', patientId, [
      first,
      async () => {
        await untilWaiting(clinic, 1)
        await second()
      },
    ])
    const [hold] = await clinic.db.legalHold.findMany({ where: { patientId } })
    expect(hold).toMatchObject({ liftedAt: null })
    // A purge that chose the record before the hold checks again once it has locked the chart.
    expect(await isPurged()).toBe(!isHoldFirst)
    expect(await clinic.db.auditLog.count({ where: { patientId, action: 'deleted' } })).toBe(
      isHoldFirst ? 0 : 1,
    )
  }
})

test('a deletion that waits for a concurrent hold is refused', async ({ clinic }) => {
  const { admin, patientId, recordId } = await chart(clinic)
  const [placed, removed] = await meetAt(clinic, 'patients', patientId, [
    () => placeLegalHold(admin, { patientId, reason: matter }),
    async () => {
      await untilWaiting(clinic, 1)
      await deleteRecord(admin, { patientId, recordId, reason })
    },
  ])
  expect(placed?.status).toBe('fulfilled')
  expect(removed).toMatchObject({ status: 'rejected', reason: { code: 'conflict' } })
})

test('administrators find every hold, active and lifted', async ({ clinic }) => {
  const { admin, patientId } = await chart(clinic)
  const { id: legalHoldId } = await placeLegalHold(admin, { patientId, reason: matter })
  const reasons = async (isLifted?: boolean) =>
    (await listLegalHolds(admin, { isLifted }, {})).rows.map(({ node }) => [node.reason, node.liftReason])
  expect([await reasons(), await reasons(true)]).toEqual([[[matter, null]], []])
  await liftLegalHold(admin, { patientId, legalHoldId, reason: settled })
  expect([await reasons(), await reasons(true)]).toEqual([[], [[matter, settled]]])
})

test('staff see that there is a hold but not its reason, and attorneys see none', async ({
  clinic,
  server,
}) => {
  const { admin, patientId } = await chart(clinic)
  const rae = await clinic.user({ role: 'attorney' })
  await clinic.db.patient.update({ where: { id: patientId }, data: { assignedAttorneyId: rae.id } })
  await placeLegalHold(admin, { patientId, reason: matter })
  const query = `query ($id: ID!) {
    patient(id: $id) { isOnLegalHold legalHolds { reason } }
    patientRecords(patientId: $id) { edges { node { isHeld } } }
    recentActivity { description }
  }`
  const seen = []
  for (const role of ['admin', 'staff', 'attorney'] as const) {
    const visitor = server.visitor()
    await visitor.signIn((role === 'attorney' ? rae : await clinic.user({ role })).email)
    const { patient, patientRecords, recentActivity } = await visitor.ask<{
      patient: unknown
      patientRecords: { edges: unknown[] }
      recentActivity: { description: string }[]
    }>(query, { id: patientId })
    const isTold = recentActivity.some(({ description }) => description.includes('legal hold'))
    seen.push([patient, patientRecords.edges[0], isTold])
  }
  expect(seen).toEqual([
    [{ isOnLegalHold: true, legalHolds: [{ reason: matter }] }, { node: { isHeld: true } }, true],
    [{ isOnLegalHold: true, legalHolds: null }, { node: { isHeld: true } }, true],
    [{ isOnLegalHold: null, legalHolds: null }, { node: { isHeld: null } }, false],
  ])
})
