import { describe, expect } from 'vitest'
import type { NoteVisibility } from '#domain/notes/note.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'
import { listTimeline } from '../patients/listTimeline.ts'
import { addNote, deleteNote, editNote, listNotes, listNoteVersions, viewNote } from './notes.ts'

/** An attorney's patient with one note of each visibility. The text of each note is its visibility. */
async function withNotes(clinic: TestClinic) {
  const [staff, colleague, admin] = [
    await clinic.user(),
    await clinic.user(),
    await clinic.user({ role: 'admin' }),
  ]
  const rae = await clinic.user({ role: 'attorney' })
  const { id: patientId } = await clinic.patient({ assignedAttorneyId: rae.id })
  const people = {
    staff: clinic.as(staff),
    colleague: clinic.as(colleague),
    admin: clinic.as(admin),
    rae: clinic.as(rae),
  }
  const add = async (by: keyof typeof people, visibility: NoteVisibility) =>
    (await addNote(people[by], { patientId, content: visibility, visibility })).id
  const notes = {
    shared: await add('staff', 'shared'),
    internal: await add('staff', 'internal'),
    work_product: await add('rae', 'work_product'),
  }
  return { patientId, people, notes }
}

describe('a note', () => {
  test('is shown only to the readers of its visibility, in lists, alone and in the timeline', async ({
    clinic,
  }) => {
    const { patientId, people, notes } = await withNotes(clinic)
    const read = {
      staff: ['internal', 'shared'],
      colleague: ['internal', 'shared'],
      rae: ['work_product', 'shared'],
      admin: ['', 'internal', 'shared'],
    }
    for (const [name, expected] of Object.entries(read)) {
      const ctx = people[name as keyof typeof people]
      const { rows } = await listNotes(ctx, patientId, {})
      expect(
        rows.map(({ node }) => node.content),
        name,
      ).toEqual(expected)
      const { rows: events } = await listTimeline(ctx, patientId, {})
      const added = events.filter(({ node }) => node.description === 'Note added')
      expect(added, name).toHaveLength(2)
    }
    const alone = (ctx: (typeof people)['rae'], noteId: string) => viewNote(ctx, { patientId, noteId })
    await expect(alone(people.rae, notes.internal)).rejects.toMatchObject({ code: 'not_found' })
    await expect(alone(people.staff, notes.work_product)).rejects.toMatchObject({ code: 'not_found' })
    expect(await alone(people.admin, notes.work_product)).toMatchObject({ content: '' })
    expect(await alone(people.rae, notes.work_product)).toMatchObject({ content: 'work_product' })
  })

  test('is shared unless its author chooses', async ({ clinic }) => {
    const { patientId, people } = await withNotes(clinic)
    expect(await addNote(people.rae, { patientId, content: 'Hello' })).toMatchObject({ visibility: 'shared' })
  })

  test.for([
    ['rae', 'internal'],
    ['staff', 'work_product'],
    ['admin', 'work_product'],
  ] as const)('by %s cannot be %s', async ([name, visibility], { clinic }) => {
    const { patientId, people } = await withNotes(clinic)
    const ctx = people[name]
    await expect(addNote(ctx, { patientId, content: 'Hello', visibility })).rejects.toMatchObject({
      code: 'invalid',
      fields: { visibility: expect.any(String) },
    })
    const { id: noteId } = await addNote(ctx, { patientId, content: 'Hello' })
    await expect(editNote(ctx, { patientId, noteId, visibility })).rejects.toMatchObject({ code: 'invalid' })
  })

  test('that is work product can be deleted unread by an administrator, and by no one else', async ({
    clinic,
  }) => {
    const { patientId, people, notes } = await withNotes(clinic)
    const which = { patientId, noteId: notes.work_product }
    await expect(deleteNote(people.staff, which)).rejects.toMatchObject({ code: 'not_found' })
    await expect(editNote(people.admin, { ...which, content: 'Read' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await deleteNote(people.admin, which)
    const { rows } = await listNotes(people.rae, patientId, { includeDeleted: true })
    expect(rows.map(({ node }) => [node.content, node.deletedAt])).toEqual([
      ['work_product', clinic.now],
      ['shared', null],
    ])
  })

  test('by the clinic cannot be read by an attorney without access to the records', async ({ clinic }) => {
    const { patientId, people } = await withNotes(clinic)
    const closed = { ...people.rae, recordsBeforeConsent: 'closed' as const }
    const { rows } = await listNotes(closed, patientId, {})
    expect(rows.map(({ node }) => node.content)).toEqual(['work_product'])
    const { rows: events } = await listTimeline(closed, patientId, {})
    expect(events.filter(({ node }) => node.description === 'Note added')).toHaveLength(1)
  })
})

describe('the versions of a note', () => {
  const textsFor = async (
    ctx: Parameters<typeof listNoteVersions>[0],
    which: { patientId: string; noteId: string },
  ) => (await listNoteVersions(ctx, which, {})).rows.map(({ node }) => node.content)

  test('are kept at each edit, newest first, also after the note is deleted', async ({ clinic }) => {
    const { patientId, people, notes } = await withNotes(clinic)
    const which = { patientId, noteId: notes.shared }
    for (const [hour, content] of [
      [16, 'Second'],
      [17, 'Third'],
    ] as const) {
      clinic.now = new Date(Date.UTC(2026, 0, 5, hour))
      await editNote(people.staff, { ...which, content })
    }
    await editNote(people.staff, { ...which, content: 'Third' })
    await deleteNote(people.staff, which)
    for (const name of ['staff', 'rae', 'admin'] as const)
      expect(await textsFor(people[name], which), name).toEqual(['Second', 'shared'])
    const { rows } = await listNoteVersions(people.rae, which, {})
    expect(rows.map(({ node }) => node.createdAt.getUTCHours())).toEqual([16, 15])
    const stranger = clinic.as(await clinic.user({ role: 'attorney' }))
    await expect(textsFor(stranger, which)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('that were internal stay so when the note is shared later', async ({ clinic }) => {
    const { patientId, people, notes } = await withNotes(clinic)
    const which = { patientId, noteId: notes.internal }
    await expect(textsFor(people.rae, which)).rejects.toMatchObject({ code: 'not_found' })
    await editNote(people.staff, { ...which, content: 'For the attorney', visibility: 'shared' })
    expect(await textsFor(people.rae, which)).toEqual([])
    expect(await textsFor(people.colleague, which)).toEqual(['internal'])
  })

  test('of work product are closed to administrators', async ({ clinic }) => {
    const { patientId, people, notes } = await withNotes(clinic)
    const which = { patientId, noteId: notes.work_product }
    await editNote(people.rae, { ...which, content: 'Second' })
    expect(await textsFor(people.rae, which)).toEqual(['work_product'])
    await expect(textsFor(people.admin, which)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('cannot be written or changed by the application', async ({ clinic }) => {
    const { patientId, people, notes } = await withNotes(clinic)
    await editNote(people.staff, { patientId, noteId: notes.shared, content: 'Second' })
    await expect(clinic.db.patientNoteVersion.updateMany({ data: { content: 'Other' } })).rejects.toThrow(
      /permission denied/,
    )
    await expect(clinic.db.patientNoteVersion.deleteMany()).rejects.toThrow(/permission denied/)
  })
})

test('notes of the previous release stay shared, and their first edit keeps a version', async () => {
  await withDatabaseBefore('20261124064000_note_visibility_and_versions', async ({ ask, upgrade }) => {
    const id = (n: number) => `'00000000-0000-7000-8000-00000000000${n}'`
    await ask(`INSERT INTO users (id, email, first_name, last_name, role) VALUES
      (${id(1)}, 'sam@clinic.test', 'Sam', 'Okoye', 'staff')`)
    await ask(`INSERT INTO patients (id, first_name, last_name, email, created_by)
      VALUES (${id(2)}, 'Maren', 'Lindqvist', 'maren@example.test', ${id(1)})`)
    await ask(
      `INSERT INTO patient_notes (id, patient_id, created_by, content) VALUES (${id(3)}, ${id(2)}, ${id(1)}, 'First')`,
    )
    await upgrade()
    expect(await ask('SELECT content, visibility FROM patient_notes')).toEqual([
      { content: 'First', visibility: 'shared' },
    ])
    await ask(`UPDATE patient_notes SET content = 'Second'`)
    expect(await ask('SELECT content FROM patient_note_versions')).toEqual([{ content: 'First' }])
  })
})
