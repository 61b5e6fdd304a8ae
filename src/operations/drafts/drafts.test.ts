import { expect } from 'vitest'
import { DRAFT } from '#domain/drafts/draft.ts'
import { Failure } from '#domain/errors.ts'
import { withoutRight } from '#tests/support/rights.ts'
import { test } from '#tests/support/test.ts'
import { addNote } from '../notes/notes.ts'
import { deleteUser } from '../users/deleteUser.ts'
import { discardDraft } from './discardDraft.ts'
import { discardStaleDrafts } from './discardStaleDrafts.ts'
import { saveDraft } from './saveDraft.ts'
import { viewDraft } from './viewDraft.ts'

const content = [{ name: 'address#0', value: '418 Guerrero St' }]

test('a draft is private to its author, and a later save replaces it', async ({ clinic }) => {
  const [sam, ada] = [clinic.as(await clinic.user()), clinic.as(await clinic.user({ role: 'admin' }))]
  const patient = await clinic.patient()
  const which = { form: 'edit_patient', subjectId: patient.id } as const
  await saveDraft(sam, { ...which, content: [{ name: 'phone#0', value: '1' }] })
  await saveDraft(sam, { ...which, content })
  expect(await viewDraft(sam, which)).toMatchObject({ content, savedAt: clinic.now })
  expect(await viewDraft(ada, which)).toBeNull()
  expect(await viewDraft(sam, { form: 'add_patient' })).toBeNull()
  expect(await discardDraft(ada, which)).toBe(false)
  expect(await discardDraft(sam, which)).toBe(true)
  expect(await viewDraft(sam, which)).toBeNull()
})

test('the audit log names the fields but never their values', async ({ clinic }) => {
  const sam = clinic.as(await clinic.user())
  const patient = await clinic.patient()
  const which = { form: 'edit_patient', subjectId: patient.id } as const
  await saveDraft(sam, { ...which, content })
  await saveDraft(sam, { ...which, content })
  await viewDraft(sam, which)
  await discardDraft(sam, which)
  const rows = await clinic.db.auditLog.findMany({ where: { patientId: patient.id }, orderBy: { id: 'asc' } })
  expect(rows.map(({ action, resourceType, details }) => [action, resourceType, details])).toEqual([
    ['created', 'draft', { form: 'edit_patient', fields: ['address#0'] }],
    ['updated', 'draft', { form: 'edit_patient', fields: ['address#0'] }],
    ['viewed', 'draft', { form: 'edit_patient' }],
    ['deleted', 'draft', { form: 'edit_patient' }],
  ])
  expect(JSON.stringify(rows)).not.toContain('Guerrero')
})

test('a draft about a reassigned patient is no longer shown', async ({ clinic }) => {
  const attorney = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient({ assignedAttorneyId: attorney.id })
  const which = { form: 'drop_patient', subjectId: patient.id } as const
  await saveDraft(clinic.as(attorney), { ...which, content })
  await clinic.db.patient.update({ where: { id: patient.id }, data: { assignedAttorneyId: null } })
  for (const reach of [
    () => viewDraft(clinic.as(attorney), which),
    () => discardDraft(clinic.as(attorney), which),
    () => saveDraft(clinic.as(attorney), { ...which, content }),
  ])
    await expect(reach()).rejects.toMatchObject({ code: 'not_found', message: 'Patient not found' })
})

test('a form accepts only its own kind of subject', async ({ clinic }) => {
  const sam = clinic.as(await clinic.user())
  const patient = await clinic.patient()
  await expect(saveDraft(sam, { form: 'edit_patient', content })).rejects.toMatchObject({
    fields: { subjectId: 'Name the patient' },
  })
  await expect(saveDraft(sam, { form: 'add_patient', subjectId: patient.id, content })).rejects.toMatchObject(
    { code: 'invalid' },
  )
})

test('a failure of the database is not taken for a note that the user cannot see', async ({
  clinic,
  database,
}) => {
  const sam = clinic.as(await clinic.user())
  const patient = await clinic.patient()
  const { id } = await addNote(sam, { patientId: patient.id, content: 'Called about the forms' })
  await withoutRight(database, 'SELECT ON patients', async () => {
    const failed = await saveDraft(sam, { form: 'edit_note', subjectId: id, content }).catch((error) => error)
    expect(failed).not.toBeInstanceOf(Failure)
  })
})

test('a draft has limits', async ({ clinic }) => {
  const sam = clinic.as(await clinic.user())
  const save = (content: { name: string; value: string }[]) => saveDraft(sam, { form: 'add_task', content })
  await expect(async () => save([])).rejects.toMatchObject({ code: 'invalid' })
  const half = { name: 'a', value: 'x'.repeat(DRAFT.length / 2 - 1) }
  await save([half, { ...half, name: 'b' }])
  await expect(async () => save([half, half, { name: 'c', value: '' }])).rejects.toMatchObject({
    code: 'invalid',
  })
})

test('two tabs that save the same form at once leave one draft', async ({ clinic }) => {
  const sam = clinic.as(await clinic.user())
  await Promise.all([1, 2, 3, 4].map(() => saveDraft(sam, { form: 'add_task', content })))
  expect(await clinic.db.draft.count()).toBe(1)
})

test('a save that comes when its author is gone is refused like any other without a session', async ({
  clinic,
  database,
}) => {
  const sam = clinic.as(await clinic.user())
  await database.empty()
  await expect(saveDraft(sam, { form: 'add_task', content })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('drafts are deleted with their author, and after a week', async ({ clinic }) => {
  const [sam, kim] = [await clinic.user(), await clinic.user()]
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  await saveDraft(clinic.as(sam), { form: 'add_task', content })
  await saveDraft(clinic.as(kim), { form: 'add_task', content })
  await deleteUser(admin, { userId: sam.id })
  expect(await clinic.db.draft.findMany()).toMatchObject([{ userId: kim.id }])
  clinic.now = new Date(clinic.now.getTime() + 7 * 86_400_000)
  expect(await discardStaleDrafts(clinic.anonymous())).toBe(0)
  clinic.now = new Date(clinic.now.getTime() + 1)
  expect(await discardStaleDrafts(clinic.anonymous())).toBe(1)
  expect(await clinic.db.auditLog.findMany({ where: { createdAt: clinic.now } })).toMatchObject([
    { action: 'deleted', resourceType: 'draft', userId: null, details: { userId: kim.id } },
  ])
})
