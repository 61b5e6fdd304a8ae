import { expect } from 'vitest'
import { treated } from '#tests/support/forwardable.ts'
import { test } from '#tests/support/test.ts'
import { exportAccounting } from '../accounting/exportAccounting.ts'
import { readAccounting } from '../accounting/readAccounting.ts'
import { placeLegalHold } from '../legalHolds/legalHolds.ts'
import { listPatientEdits } from '../patients/listPatientEdits.ts'
import { downloadForwarded } from './downloadForwarded.ts'
import { exportDisclosures } from './exportDisclosures.ts'
import { forwardRecords } from './forwardRecords.ts'
import { listDisclosures } from './listDisclosures.ts'
import { moveRecord } from './moveRecord.ts'
import { openForwarding } from './openForwarding.ts'
import { downloadRecord } from './serveRecord.ts'

const reason = 'The MRI is of another patient'

/** A patient with two records, which the assigned attorney downloaded and another received by a link, and the right patient. */
async function misfiled(clinic: Parameters<typeof treated>[0]) {
  const known = await treated(clinic)
  const { admin, staff, attorney, other, patient, records, input } = known
  const [mri] = records
  await downloadRecord(clinic.as(attorney), { patientId: patient.id, recordId: mri.id })
  const { secret } = await forwardRecords(staff, {
    ...input,
    ...{ recipientId: other.id, basis: 'subpoena', basisReference: 'No. 12', basisReason: 'A court asked' },
  })
  await openForwarding(clinic.anonymous(), { secret })
  await downloadForwarded(clinic.anonymous(), { secret, recordId: mri.id })
  const assignee = await clinic.user({ role: 'attorney' })
  const right = await clinic.patient({
    ...{ firstName: 'Odalys', lastName: 'Ferreira' },
    ...{ createdById: staff.actor.id, assignedAttorneyId: assignee.id },
  })
  await clinic.db.alert.deleteMany()
  const move = { patientId: patient.id, recordId: mri.id, toPatientId: right.id, reason }
  return { admin, staff, attorney, other, patient, right, records, mri, secret, move }
}

const contents = (entries: readonly { content: string }[]) => entries.map(({ content }) => content).sort()

test('disclosures of a record in the wrong chart are mistakes in the accounting of the right patient', async ({
  clinic,
}) => {
  const { admin, attorney, other, patient, right, move } = await misfiled(clinic)
  expect(await moveRecord(admin, move)).toMatchObject({ record: { patientId: right.id }, mistakes: 3 })

  const its = await readAccounting(admin, { patientId: right.id })
  expect(its.authorized).toEqual([])
  expect(contents(its.required)).toEqual(['Downloaded: mri.pdf', 'Downloaded: mri.pdf', 'Forwarded: mri.pdf'])
  for (const entry of its.required)
    expect(entry).toMatchObject({
      basis: 'None: disclosed by mistake',
      purpose: null,
      basisReference: null,
      consentRequestId: null,
    })
  expect(new Set(its.required.map(({ recipientName }) => recipientName))).toEqual(
    new Set([attorney, other].map(({ firstName, lastName }) => `${firstName} ${lastName}`)),
  )
  const { rows } = await listDisclosures(admin, right.id, {})
  expect(rows.map(({ node }) => node)).toEqual(
    Array(3).fill(expect.objectContaining({ fileName: 'mri.pdf', basis: 'mistake', forwardingId: null })),
  )

  const kept = (await listDisclosures(admin, patient.id, {})).rows.map(({ node: { kind, fileName } }) => [
    kind,
    fileName,
  ])
  expect(kept.sort()).toEqual([
    ['forwarded', 'bill.pdf'],
    ['opened', null],
  ])
  const wrong = await readAccounting(admin, { patientId: patient.id })
  const told = [...contents(wrong.required), ...contents(wrong.authorized)]
  expect(told).toContain('Forwarded: bill.pdf')
  expect(told.join()).not.toContain('mri.pdf')
  for (const exported of [
    await exportAccounting(admin, { patientId: patient.id }),
    await exportDisclosures(admin, patient.id),
    await listDisclosures(admin, patient.id, {}),
  ])
    expect(JSON.stringify(exported)).not.toContain('mri.pdf')
  for (const exported of [
    await exportAccounting(admin, { patientId: right.id }),
    await exportDisclosures(admin, right.id),
  ]) {
    const text = JSON.stringify(exported)
    expect(text.match(/mri\.pdf/g)).toHaveLength(3)
    expect(text).not.toContain('No. 12')
  }
})

test('a moved record cannot be opened through the wrong chart, and its recipients are asked to delete it', async ({
  clinic,
}) => {
  const { admin, attorney, other, patient, right, records, mri, secret, move } = await misfiled(clinic)
  await moveRecord(admin, move)
  const which = { patientId: patient.id, recordId: mri.id }
  for (const reader of [admin, clinic.as(attorney)])
    await expect(downloadRecord(reader, which)).rejects.toMatchObject({ code: 'not_found' })
  expect((await openForwarding(clinic.anonymous(), { secret })).records.map(({ id }) => id)).toEqual([
    records[1].id,
  ])
  await expect(downloadForwarded(clinic.anonymous(), { secret, recordId: mri.id })).rejects.toMatchObject({
    code: 'not_found',
  })
  const file = await downloadRecord(admin, { ...which, patientId: right.id })
  expect(Buffer.concat(await Array.fromAsync(file.read()))).toHaveLength(mri.fileSize)

  const alerts = await clinic.db.alert.findMany({ where: { type: 'record_misfiled' } })
  const alertOf = ({ id }: { id: string }) => alerts.filter(({ userId }) => userId === id)
  expect(alerts).toHaveLength(2)
  expect(alertOf(attorney)).toMatchObject([
    { patientId: patient.id, message: expect.stringContaining(`${patient.firstName} ${patient.lastName}`) },
  ])
  expect(alertOf(other)).toMatchObject([
    { patientId: null, message: expect.not.stringContaining(patient.lastName) },
  ])
  for (const { message } of alerts) {
    expect(message).toContain('mri.pdf')
    expect(message).not.toContain(right.lastName)
  }
})

test('an attorney who may open the record in the right chart, too, may keep it', async ({ clinic }) => {
  const { admin, attorney, other, right, move } = await misfiled(clinic)
  await clinic.db.patient.update({ where: { id: right.id }, data: { assignedAttorneyId: attorney.id } })
  await moveRecord(admin, move)
  const alerts = await clinic.db.alert.findMany({ orderBy: { type: 'asc' } })
  expect(alerts.map(({ type, userId }) => [type, userId]).sort()).toEqual([
    ['record_misfiled', other.id],
    ['record_uploaded', attorney.id],
  ])
})

test('both charts have an audit row of the move, and neither names the other patient', async ({ clinic }) => {
  const { admin, patient, right, mri, move } = await misfiled(clinic)
  await moveRecord(admin, move)
  const rows = await clinic.db.auditLog.findMany({
    where: { resourceId: mri.id, action: 'updated' },
    orderBy: { id: 'asc' },
  })
  expect(rows).toMatchObject([
    { patientId: patient.id, details: { fields: ['patientId'], moved: 'out', isSamePatient: false } },
    { patientId: right.id, details: { fields: ['patientId'], moved: 'in', isSamePatient: false } },
  ])
  expect(JSON.stringify(rows[0])).not.toContain(right.id)
  expect(JSON.stringify(rows[1])).not.toContain(patient.id)
  expect(JSON.stringify(rows)).not.toContain(reason)
  expect(await clinic.db.recordMove.findMany()).toMatchObject([
    { recordId: mri.id, fromPatientId: patient.id, toPatientId: right.id, reason, movedById: admin.actor.id },
  ])
})

test('administrators read the reason of a move among the edits of both charts', async ({ clinic }) => {
  const { admin, patient, right, mri, move } = await misfiled(clinic)
  await moveRecord(admin, move)
  const edits = async ({ id }: { id: string }) => {
    const { rows } = await listPatientEdits(admin, id, { first: 10 })
    return rows.map(({ node }) => node)
  }
  const edit = { recordId: mri.id, recordName: 'mri.pdf', isAsRecorded: true, userId: admin.actor.id }
  const because = { from: null, to: reason }
  expect(await edits(patient)).toMatchObject([{ ...edit, changes: [{ field: 'movedOut', ...because }] }])
  expect(await edits(right)).toMatchObject([{ ...edit, changes: [{ field: 'movedIn', ...because }] }])
})

test('a record that was moved by mistake comes back with its accounting', async ({ clinic }) => {
  const { admin, patient, right, move } = await misfiled(clinic)
  const before = await readAccounting(admin, { patientId: patient.id })
  await moveRecord(admin, move)
  const back = { ...move, patientId: right.id, toPatientId: patient.id }
  expect(await moveRecord(admin, back)).toMatchObject({ mistakes: 0 })
  const after = await readAccounting(admin, { patientId: patient.id })
  expect([after.required, after.authorized]).toEqual([before.required, before.authorized])
  expect(await readAccounting(admin, { patientId: right.id })).toMatchObject({ required: [], authorized: [] })
})

test('between two charts of the same patient, nothing was a mistake, and each keeps its accounting', async ({
  clinic,
}) => {
  const { admin, patient, right, records, secret, move } = await misfiled(clinic)
  const before = await readAccounting(admin, { patientId: patient.id })
  expect(await moveRecord(admin, { ...move, isSamePatient: true })).toMatchObject({ mistakes: 0 })
  const after = await readAccounting(admin, { patientId: patient.id })
  expect([after.required, after.authorized]).toEqual([before.required, before.authorized])
  expect(await readAccounting(admin, { patientId: right.id })).toMatchObject({ required: [], authorized: [] })
  expect((await listDisclosures(admin, right.id, {})).rows).toEqual([])
  expect(await clinic.db.alert.count({ where: { type: 'record_misfiled' } })).toBe(0)
  // The form of the first chart governs its records only.
  expect((await openForwarding(clinic.anonymous(), { secret })).records).toMatchObject([
    { id: records[1].id },
  ])
})

test('a move is refused to the same chart, out of a chart on hold, into a dropped one, and without a reason', async ({
  clinic,
}) => {
  const { admin, staff, move } = await misfiled(clinic)
  await expect(
    moveRecord(admin, { ...move, toPatientId: move.patientId.toUpperCase() }),
  ).rejects.toMatchObject({ fields: { toPatientId: 'The record is already in the chart of this patient' } })
  await expect(moveRecord(admin, { ...move, toPatientId: '', reason: ' ' })).rejects.toMatchObject({
    fields: {
      toPatientId: 'Choose the right patient',
      reason: 'Reason must be at least 10 characters',
    },
  })
  await expect(moveRecord(staff, move)).rejects.toMatchObject({ code: 'forbidden' })
  const { id: toPatientId } = await clinic.patient({ status: 'dropped' })
  await expect(moveRecord(admin, { ...move, toPatientId })).rejects.toMatchObject({ code: 'conflict' })
  await placeLegalHold(admin, { patientId: move.patientId, reason: 'A claim against the insurer' })
  await expect(moveRecord(admin, move)).rejects.toMatchObject({ code: 'conflict' })
  expect(await clinic.db.recordMove.count()).toBe(0)
})
