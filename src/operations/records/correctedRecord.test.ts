import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Recipient } from '#domain/consent/recipients.ts'
import { ALL_RECORDS } from '#domain/consent/scope.ts'
import { signedForm, treated } from '#tests/support/forwardable.ts'
import { test } from '#tests/support/test.ts'
import { exportAccounting } from '../accounting/exportAccounting.ts'
import { readAccounting } from '../accounting/readAccounting.ts'
import { revokePartOfConsent } from '../consent/revokePartOfConsent.ts'
import { downloadForwarded } from './downloadForwarded.ts'
import { editRecord } from './editRecord.ts'
import { exportDisclosures } from './exportDisclosures.ts'
import { forwardRecords } from './forwardRecords.ts'
import { listDisclosures } from './listDisclosures.ts'
import { downloadRecord } from './serveRecord.ts'
import { viewRecord } from './viewRecord.ts'

/** A record without a category, which the assigned attorney saw and downloaded under a form for all records. */
async function disclosed(clinic: Parameters<typeof treated>[0]) {
  const known = await treated(clinic)
  const { attorney, staff, patient, records } = known
  const [mri] = records
  const which = { patientId: patient.id, recordId: mri.id }
  await editRecord(staff, { ...which, category: null })
  await viewRecord(clinic.as(attorney), which)
  await downloadRecord(clinic.as(attorney), which)
  await clinic.db.alert.deleteMany()
  return { ...known, mri, which }
}

test('the accounting calls a disclosure a mistake if the form does not cover the corrected record', async ({
  clinic,
}) => {
  const { admin, staff, attorney, patient, which } = await disclosed(clinic)
  const read = async () => {
    const { authorized, required } = await readAccounting(admin, { patientId: patient.id })
    const { rows } = await listDisclosures(admin, patient.id, {})
    const csv = [
      await exportAccounting(admin, { patientId: patient.id }),
      await exportDisclosures(admin, patient.id),
    ]
    return { authorized, required, rows: rows.map(({ node }) => node), csv: JSON.stringify(csv) }
  }
  const before = await read()
  expect(before.required).toEqual([])
  expect(before.authorized.map(({ content }) => content).sort()).toEqual(
    expect.arrayContaining(['Details of records: file names, kinds and dates', 'Downloaded: mri.pdf']),
  )
  expect(before.rows).toMatchObject([{ kind: 'downloaded', basis: 'authorization' }])

  await editRecord(staff, { ...which, category: 'substance_use' })
  const after = await read()
  expect(after.required).toMatchObject([
    {
      content: 'Details of records: file names, kinds and dates',
      basis: 'Access as the patient’s attorney, without an authorization',
    },
    { content: 'Downloaded: mri.pdf', basis: 'None: disclosed by mistake' },
  ])
  for (const entry of after.required)
    expect(entry).toMatchObject({
      recipientName: `${attorney.firstName} ${attorney.lastName}`,
      consentRequestId: null,
      consentSignedAt: null,
    })
  expect(after.authorized.map(({ content }) => content)).not.toContain('Downloaded: mri.pdf')
  expect(after.rows).toMatchObject([
    { kind: 'downloaded', basis: 'mistake', consentRequestId: null, consentSignedAt: null },
  ])
  expect(after.csv).toContain('None: disclosed by mistake')

  await editRecord(staff, { ...which, category: 'imaging' })
  expect(await read()).toEqual(before)
})

test('recipients are asked to delete what nothing permitted, and administrators and the editor to assess it, once', async ({
  clinic,
}) => {
  const { admin, staff, attorney, other, patient, input, mri, which } = await disclosed(clinic)
  const { secret } = await forwardRecords(staff, {
    ...{ ...input, recordIds: [mri.id], recipientId: other.id },
    ...{ basis: 'subpoena', basisReference: 'No. 12', basisReason: 'A court asked' },
  })
  await downloadForwarded(clinic.anonymous(), { secret, recordId: mri.id })
  await clinic.db.alert.deleteMany()
  // A subpoena alone does not permit it for substance use treatment (42 CFR 2.61).
  await editRecord(staff, { ...which, category: 'substance_use' })
  const alerts = await clinic.db.alert.findMany()
  expect(alerts.map(({ type, userId }) => [type, userId]).sort()).toEqual(
    [
      ['disclosed_by_mistake', attorney.id],
      ['disclosed_by_mistake', other.id],
      ['mistake_to_assess', admin.actor.id],
      ['mistake_to_assess', staff.actor.id],
    ].sort(),
  )
  const name = `${patient.firstName} ${patient.lastName}`
  for (const { userId, message, patientId } of alerts) {
    expect(message).toContain('mri.pdf')
    if (userId === other.id) expect([patientId, message.includes(name)]).toEqual([null, false])
    else expect([patientId, message.includes(name)]).toEqual([patient.id, true])
  }
  const { rows } = await listDisclosures(admin, patient.id, {})
  expect(rows.map(({ node }) => node.basis)).toEqual(['mistake', 'mistake', 'mistake'])

  await clinic.db.alert.deleteMany()
  await editRecord(staff, { ...which, category: 'hiv' })
  expect(await clinic.db.alert.count()).toBe(0)
  const later = (await listDisclosures(admin, patient.id, {})).rows.map(({ node: { kind, basis } }) => [
    kind,
    basis,
  ])
  expect(later.sort()).toEqual([
    ['downloaded', 'mistake'],
    ['downloaded', 'subpoena'],
    ['forwarded', 'subpoena'],
  ])
})

test('a service date outside of the days of the form makes it a mistake, too', async ({ clinic }) => {
  const { staff, patient, which } = await disclosed(clinic)
  const scope = { ...ALL_RECORDS, serviceFrom: '2026-01-01', serviceTo: '2026-06-30' }
  const form = await clinic.db.consentRequest.findFirstOrThrow({ where: { patientId: patient.id } })
  await clinic.db.consentRequest.update({ where: { id: form.id }, data: { scope } })
  const authorization = signedForm(form.id, form.recipients as Recipient[], { scope })
  await clinic.db.patient.update({ where: { id: patient.id }, data: { authorization } })
  await editRecord(staff, { ...which, serviceDate: '2026-06-30' })
  const count = () => clinic.db.alert.count({ where: { type: 'disclosed_by_mistake' } })
  expect(await count()).toBe(0)
  await editRecord(staff, { ...which, serviceDate: '2026-07-01' })
  expect(await count()).toBe(1)
})

test('a category that the patient took out of the form later was covered before', async ({ clinic }) => {
  const { admin, staff, attorney, patient, which } = await disclosed(clinic)
  clinic.now = new Date(clinic.now.getTime() + 60_000)
  const { id: requestId } = await clinic.db.consentRequest.findFirstOrThrow({
    where: { patientId: patient.id },
  })
  await revokePartOfConsent(staff, {
    ...{ patientId: patient.id, requestId, category: 'billing' },
    reason: 'Called and revoked this part',
  })
  clinic.now = new Date(clinic.now.getTime() + 60_000)
  await downloadRecord(clinic.as(attorney), which)
  await editRecord(staff, { ...which, category: 'billing' })
  const { rows } = await listDisclosures(admin, patient.id, {})
  expect(rows.map(({ node }) => node.basis)).toEqual(['mistake', 'authorization'])
  const { required, authorized } = await readAccounting(admin, { patientId: patient.id })
  for (const entries of [required, authorized])
    expect(entries.filter(({ content }) => content === 'Downloaded: mri.pdf')).toHaveLength(1)
})

test('an attorney who may open the record by a later form may keep it', async ({ clinic }) => {
  const { staff, admin, attorney, patient, which } = await disclosed(clinic)
  const recipients = [{ userId: attorney.id, name: 'Rae Okafor', firm: null, address: null }]
  const authorization = signedForm(randomUUID(), recipients, {
    scope: { ...ALL_RECORDS, sensitive: ['hiv'] },
  })
  await clinic.db.patient.update({ where: { id: patient.id }, data: { authorization } })
  await editRecord(staff, { ...which, category: 'hiv' })
  const alerts = await clinic.db.alert.findMany({ select: { type: true, userId: true } })
  expect(alerts.map(({ userId }) => userId).sort()).toEqual([admin.actor.id, staff.actor.id].sort())
  for (const { type } of alerts) expect(type).toBe('mistake_to_assess')
})
