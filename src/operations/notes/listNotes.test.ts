import { expect } from 'vitest'
import { test } from '#tests/support/test.ts'
import { listNotes } from './notes.ts'

test('notes are listed newest first without deleted ones, and the view writes one audit row', async ({
  clinic,
}) => {
  const staff = await clinic.user()
  const patient = await clinic.patient()
  const note = (content: string, hour: number, values: object = {}) =>
    clinic.db.patientNote.create({
      data: {
        content,
        patientId: patient.id,
        createdById: staff.id,
        createdAt: new Date(Date.UTC(2026, 0, 5, hour)),
        ...values,
      },
    })
  await note('first', 9)
  await note('second', 10)
  await note('gone', 11, { deletedAt: clinic.now })

  const { rows } = await listNotes(clinic.as(staff), patient.id, {})
  expect(rows.map(({ node }) => node.content)).toEqual(['second', 'first'])
  expect(await clinic.auditOf(patient)).toEqual([
    { action: 'listed', resourceType: 'patient_note', userId: staff.id },
  ])
})

test('an attorney does not find notes on another attorney’s patient', async ({ clinic }) => {
  const rae = clinic.as(await clinic.user({ role: 'attorney' }))
  const patient = await clinic.patient()
  await expect(listNotes(rae, patient.id, {})).rejects.toMatchObject({ code: 'not_found' })
})

test('a very long ID is rejected before it is searched or recorded', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  for (const key of ['x'.repeat(100_000), 'a\u0000b'])
    await expect(async () => listNotes(staff, key, {})).rejects.toMatchObject({ code: 'invalid' })
})
