import { expect } from 'vitest'
import { treated } from '#tests/support/forwardable.ts'
import { test } from '#tests/support/test.ts'
import { exportAccounting } from './exportAccounting.ts'
import { addManualDisclosure, strikeManualDisclosure, suspendManualDisclosure } from './manualDisclosures.ts'
import { readAccounting } from './readAccounting.ts'

const toSheriff = {
  disclosedOn: '2026-01-02',
  channel: 'in_person' as const,
  recipientName: 'King County Sheriff',
  content: 'Visit notes of 2025',
  purpose: 'A criminal investigation',
  basis: 'law_enforcement' as const,
}
const written = { agency: 'King County Sheriff, No. 26-7', isOral: false, statedOn: '2026-01-03' }
const DAY = 86_400_000

test('an entry that an agency asks to suspend is not in the statement until the day after', async ({
  clinic,
}) => {
  clinic.now = new Date('2026-01-05T15:00:00Z')
  const { staff, patient } = await treated(clinic)
  const patientId = patient.id
  const { id: manualDisclosureId } = await addManualDisclosure(staff, { patientId, ...toSheriff })
  await suspendManualDisclosure(staff, { patientId, manualDisclosureId, ...written, endsOn: '2026-03-31' })

  clinic.now = new Date('2026-04-01T03:59:00Z')
  const { required, suspended } = await readAccounting(staff, { patientId })
  expect(required).toEqual([])
  expect(suspended).toMatchObject([
    {
      recipientName: 'King County Sheriff',
      manual: { suspensions: [{ agency: 'King County Sheriff, No. 26-7', isOral: false }] },
    },
  ])
  clinic.now = new Date('2026-04-01T04:00:00Z')
  const after = await readAccounting(staff, { patientId })
  expect(after.required).toMatchObject([{ recipientName: 'King County Sheriff' }])
  expect(after.suspended).toEqual([])
  const { columns, rows } = await exportAccounting(staff, { patientId })
  expect(rows.map((row) => row[columns.indexOf('suspendedUntil')])).toEqual(['2026-03-31'])
  expect(
    await clinic.db.auditLog.findMany({ where: { resourceId: manualDisclosureId, action: 'updated' } }),
  ).toMatchObject([
    { patientId, userId: staff.actor.id, details: { fields: ['suspension'], endsOn: '2026-03-31' } },
  ])
})

test('the latest statement counts: it extends or ends an earlier one', async ({ clinic }) => {
  clinic.now = new Date('2026-01-05T15:00:00Z')
  const { staff, patient } = await treated(clinic)
  const patientId = patient.id
  const { id: manualDisclosureId } = await addManualDisclosure(staff, { patientId, ...toSheriff })
  const suspendedUntil = async (endsOn: string, isOral = false) => {
    clinic.now = new Date(clinic.now.getTime() + DAY)
    await suspendManualDisclosure(staff, { patientId, manualDisclosureId, ...written, isOral, endsOn })
    return (await readAccounting(staff, { patientId })).suspended.length
  }
  expect(await suspendedUntil('2026-02-02', true)).toBe(1)
  expect(await suspendedUntil('2026-06-30')).toBe(1)
  expect(await suspendedUntil('2026-01-06')).toBe(0)
  expect(await clinic.db.accountingSuspension.count()).toBe(3)
})

test('an oral statement suspends for at most 30 days, and a day must be possible', async ({ clinic }) => {
  clinic.now = new Date('2026-01-05T15:00:00Z')
  const { staff, patient } = await treated(clinic)
  const patientId = patient.id
  const { id: manualDisclosureId } = await addManualDisclosure(staff, { patientId, ...toSheriff })
  const suspended = (given: object) =>
    suspendManualDisclosure(staff, {
      patientId,
      manualDisclosureId,
      ...written,
      endsOn: '2026-02-03',
      ...given,
    })
  await expect(suspended({ isOral: true })).rejects.toMatchObject({
    code: 'invalid',
    fields: { endsOn: expect.stringContaining('at most 30 days') },
  })
  await expect(suspended({ statedOn: '2026-01-06' })).rejects.toMatchObject({
    fields: { statedOn: 'The date must not be in the future' },
  })
  await expect(suspended({ endsOn: '2026-01-02' })).rejects.toMatchObject({
    fields: { endsOn: 'The end must not be before the statement' },
  })
  await expect(suspended({ agency: ' ' })).rejects.toMatchObject({
    fields: { agency: 'Enter the agency or official' },
  })
  expect(await clinic.db.accountingSuspension.count()).toBe(0)
  await suspended({ isOral: true, endsOn: '2026-02-02' })
})

test('other disclosures, struck entries and those of other patients cannot be suspended', async ({
  clinic,
}) => {
  clinic.now = new Date('2026-01-05T15:00:00Z')
  const { staff, patient } = await treated(clinic)
  const patientId = patient.id
  const add = (given: object) => addManualDisclosure(staff, { patientId, ...toSheriff, ...given })
  const suspended = (manualDisclosureId: string, of = patientId) =>
    suspendManualDisclosure(staff, { patientId: of, manualDisclosureId, ...written, endsOn: '2026-03-31' })
  const { id: other } = await add({ basis: 'public_health' })
  await expect(suspended(other)).rejects.toMatchObject({
    code: 'conflict',
    message: 'Only a disclosure to law enforcement or to a health oversight agency can be suspended',
  })
  const { id: struck } = await add({})
  await strikeManualDisclosure(staff, {
    ...{ patientId, manualDisclosureId: struck, reason: 'Belongs to another patient' },
  })
  await expect(suspended(struck)).rejects.toMatchObject({
    code: 'conflict',
    message: 'This entry was struck',
  })
  const { id: ours } = await add({})
  const { id: stranger } = await clinic.patient()
  await expect(suspended(ours, stranger)).rejects.toMatchObject({ code: 'not_found' })
})
