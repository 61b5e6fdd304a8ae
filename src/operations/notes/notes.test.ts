import { expect } from 'vitest'
import { editOf } from '#tests/support/edits.ts'
import { test } from '#tests/support/test.ts'
import { addNote, deleteNote, editNote, listNotes } from './notes.ts'

test('a note is stored with its creator, and the audit log does not have its text', async ({ clinic }) => {
  const staff = await clinic.user()
  const patient = await clinic.patient()
  const note = await addNote(clinic.as(staff), {
    patientId: patient.id,
    content: ' Called back ',
    noteType: 'legal',
  })
  expect(note).toMatchObject({
    content: 'Called back',
    noteType: 'legal',
    createdById: staff.id,
    createdAt: clinic.now,
  })
  const [row] = await clinic.db.auditLog.findMany({ where: { patientId: patient.id } })
  expect(row).toMatchObject({ action: 'created', resourceType: 'patient_note', resourceId: note.id })
  expect(JSON.stringify(row)).not.toContain('Called')
})

test('an empty note is rejected with the message in SPEC', async ({ clinic }) => {
  const staff = await clinic.user()
  const patient = await clinic.patient()
  const add = addNote(clinic.as(staff), { patientId: patient.id, content: '  ' })
  await expect(add).rejects.toMatchObject({ fields: { content: 'Note content is required' } })
})

test('only its creator can edit a note; only the creator and administrators can delete it', async ({
  clinic,
}) => {
  const [writer, colleague, admin] = [
    await clinic.user(),
    await clinic.user(),
    await clinic.user({ role: 'admin' }),
  ]
  const patient = await clinic.patient()
  const { id: noteId } = await addNote(clinic.as(writer), { patientId: patient.id, content: 'First' })
  const which = { patientId: patient.id, noteId }

  await expect(editNote(clinic.as(admin), { ...which, content: 'Other' })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(deleteNote(clinic.as(colleague), which)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await editNote(clinic.as(writer), { ...which, content: 'Second' })).toMatchObject({
    content: 'Second',
    noteType: 'general',
  })
  await deleteNote(clinic.as(admin), which)

  expect((await listNotes(clinic.as(writer), patient.id, {})).rows).toEqual([])
  await expect(editNote(clinic.as(writer), { ...which, content: 'Third' })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect((await clinic.auditOf(patient)).map(({ action }) => action)).toEqual([
    'created',
    'updated',
    'deleted',
    'listed',
  ])
})

test('an attorney can neither find nor add notes on another attorney’s patient', async ({ clinic }) => {
  const attorney = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient()
  const ctx = clinic.as(attorney)
  await expect(listNotes(ctx, patient.id, {})).rejects.toMatchObject({ code: 'not_found' })
  await expect(addNote(ctx, { patientId: patient.id, content: 'Hello' })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a note is not found under another patient', async ({ clinic }) => {
  const staff = await clinic.user()
  const [patient, other] = [await clinic.patient(), await clinic.patient()]
  const { id: noteId } = await addNote(clinic.as(staff), { patientId: patient.id, content: 'First' })
  const edit = editNote(clinic.as(staff), { patientId: other.id, noteId, content: 'Second' })
  await expect(edit).rejects.toMatchObject({ code: 'not_found', message: 'Note not found' })
})

test('editing a note records the changed fields, and an edit without fields is rejected', async ({
  clinic,
}) => {
  const staff = clinic.as(await clinic.user())
  const patient = await clinic.patient()
  const { id: noteId } = await addNote(staff, { patientId: patient.id, content: 'First' })
  const edit = (changes: object) => editNote(staff, { patientId: patient.id, noteId, ...changes })
  for (const nothing of [{}, { noteType: null }])
    await expect(edit(nothing)).rejects.toMatchObject({ code: 'invalid', message: 'Nothing to change' })
  clinic.now = new Date('2026-01-05T15:01:00Z')
  expect(await edit({ content: 'First' })).toMatchObject({ updatedAt: new Date('2026-01-05T15:00:00Z') })
  await edit({ content: 'First', noteType: 'legal' })
  const rows = await clinic.db.auditLog.findMany({ where: { createdAt: clinic.now }, orderBy: { id: 'asc' } })
  expect(rows.map(({ action, details }) => [action, details])).toEqual([
    ['viewed', null],
    ['updated', editOf('noteType')],
  ])
})
