import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { bringPaper } from '#tests/support/paperForms.ts'
import { test } from '#tests/support/test.ts'
import { readAccounting } from '../accounting/readAccounting.ts'
import { viewPatient } from '../patients/viewPatient.ts'

async function setUp(clinic: TestClinic, dateOfBirth: Date | null = null) {
  clinic.now = new Date('2026-01-05T15:00:00Z')
  const staff = clinic.as(await clinic.user())
  const attorney = clinic.as(await clinic.user({ role: 'attorney' }))
  const { id: patientId } = await clinic.patient({
    ...{ firstName: 'Mia', lastName: 'Doe', dateOfBirth, status: 'consent_sent' },
    ...{ createdById: staff.actor.id, assignedAttorneyId: attorney.actor.id },
  })
  const record = (given: object) => bringPaper(staff, patientId, undefined, given)
  return { staff, attorney, patientId, record }
}

test('a form on paper ends with the day that it states, in the chart and in the accounting', async ({
  clinic,
}) => {
  const { staff, attorney, patientId, record } = await setUp(clinic)
  const { consentExpiresAt } = await record({ endsOn: '2026-03-31' })
  expect(consentExpiresAt).toEqual(new Date('2026-04-01T03:59:59.999Z'))
  expect(await clinic.db.consentRequest.findFirst()).toMatchObject({ ends: 'at the end of Mar 31, 2026' })
  for (const at of ['2026-04-01T03:59:00Z', '2026-04-01T04:00:00Z']) {
    clinic.now = new Date(at)
    await viewPatient(attorney, { patientId })
  }
  const { authorized, required } = await readAccounting(staff, { patientId })
  expect(authorized).toMatchObject([{ count: 1, firstAt: new Date('2026-04-01T03:59:00Z') }])
  expect(required).toMatchObject([{ count: 1, firstAt: new Date('2026-04-01T04:00:00Z') }])
})

test('without such a day, it is valid as long as the form of the clinic', async ({ clinic }) => {
  const { record } = await setUp(clinic)
  const { consentSignedAt, consentExpiresAt } = await record({})
  expect(Number(consentExpiresAt) - Number(consentSignedAt)).toBe(365 * 86_400_000)
})

test('it cannot end before it was signed', async ({ clinic }) => {
  const { record } = await setUp(clinic)
  await expect(record({ endsOn: '2026-01-01' })).rejects.toMatchObject({
    code: 'invalid',
    fields: { endsOn: 'The form cannot end before it was signed' },
  })
})

const mother = {
  authority: 'parent',
  representativeName: 'Rosa Doe',
  representativeRelation: 'Mother',
} as const

test('a parent signs on paper for a minor', async ({ clinic }) => {
  const { record } = await setUp(clinic, new Date('2018-05-04'))
  await expect(record({})).rejects.toMatchObject({
    fields: { authority: expect.stringContaining('too young to sign') },
  })
  await record(mother)
  expect(await clinic.db.consentRequest.findFirst({ where: { state: 'signed' } })).toMatchObject({
    ...{ signerName: 'Rosa Doe', signerCapacity: 'parent', representativeRelation: 'Mother' },
  })
})

test('a parent of an adult needs another authority on paper', async ({ clinic }) => {
  const { record } = await setUp(clinic, new Date('1990-04-11'))
  await expect(record(mother)).rejects.toMatchObject({
    fields: { authority: expect.stringContaining('an adult on that day') },
  })
  await record({ ...mother, authority: 'guardian' })
})

test('after the death of the patient, only a representative signs on paper', async ({ clinic }) => {
  const { record } = await setUp(clinic, new Date('1990-04-11'))
  await clinic.db.patient.updateMany({ data: { dateOfDeath: new Date('2026-01-01') } })
  await expect(record({})).rejects.toMatchObject({
    fields: { authority: expect.stringContaining('had died before that day') },
  })
  await record({ ...mother, authority: 'executor' })
})

test('a representative needs a name and a relation, and the patient has none', async ({ clinic }) => {
  const { record } = await setUp(clinic)
  await expect(record({ authority: 'guardian', representativeName: ' ' })).rejects.toMatchObject({
    fields: {
      representativeName: 'Enter the name of the representative',
      representativeRelation: expect.stringContaining('who they are to the patient'),
    },
  })
  await expect(record({ ...mother, authority: null })).rejects.toMatchObject({
    fields: {
      representativeName: 'Leave this empty if the patient signed',
      representativeRelation: 'Leave this empty if the patient signed',
    },
  })
  await record({})
  expect(await clinic.db.consentRequest.findFirst({ where: { state: 'signed' } })).toMatchObject({
    ...{ signerName: 'Mia Doe', signerCapacity: 'patient', representativeRelation: null },
  })
})
