import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Archives } from '#infra/archives.ts'
import { exportContent } from '#tests/support/archives.ts'
import { PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { queuedJobs } from '#tests/support/queue.ts'
import { filesOf } from '#tests/support/recordFiles.ts'
import { test } from '#tests/support/test.ts'
import { unzip } from '#tests/support/unzip.ts'
import { saveDraft } from '../drafts/saveDraft.ts'
import { addNote, editNote } from '../notes/notes.ts'
import { removeStrayFiles } from '../records/removeStrayFiles.ts'
import { cancelDataExport, requestDataExport } from './dataExports.ts'
import { downloadDataExport } from './downloadDataExport.ts'
import { surveyTables } from './tables.ts'
import { tidyDataExports } from './tidyDataExports.ts'
import { writeDataExport } from './writeDataExport.ts'

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

async function setUpExport(clinic: TestClinic) {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const { id } = await requestDataExport(admin, { password: PASSWORD })
  const write = () => writeDataExport(clinic.anonymous(), { exportId: id })
  const now = () => clinic.db.dataExport.findUniqueOrThrow({ where: { id } })
  return { admin, id, write, now }
}

type Manifest = {
  tables: { table: string; rows: number; omitted: string[]; files: { path: string; sha256: string }[] }[]
  leftOut: { table: string; why: string }[]
}

test('work product and drafts of notes are exported without their text', async ({ clinic }) => {
  const rae = await clinic.user({ role: 'attorney' })
  const { id: patientId } = await clinic.patient({ assignedAttorneyId: rae.id })
  const note = { patientId, content: 'first thoughts', visibility: 'work_product' as const }
  const { id: noteId } = await addNote(clinic.as(rae), note)
  await editNote(clinic.as(rae), { patientId, noteId, content: 'second thoughts' })
  await addNote(clinic.as(rae), { patientId, content: 'shared news' })
  const content = [{ name: 'content#0', value: 'third thoughts' }]
  await saveDraft(clinic.as(rae), { form: 'add_note', subjectId: patientId, content })
  await saveDraft(clinic.as(rae), { form: 'edit_note', subjectId: noteId, content })
  const { id, write } = await setUpExport(clinic)
  await write()
  const files = unzip((await exportContent(clinic, id)) as Buffer)
  const everything = [...files.values()].map(String).join()
  expect(everything).toContain('shared news')
  expect(everything).not.toContain('thoughts')
  expect(JSON.parse(String(files.get('patient_note_versions.json')))).toMatchObject([{ content: '' }])
})

test('the file has all data, with its sizes in the manifest, and no credentials', async ({ clinic }) => {
  await clinic.patient({ firstName: '=1+1', lastName: '李' })
  const { admin, id, write, now } = await setUpExport(clinic)
  await write()
  const done = await now()
  expect(done).toMatchObject({ state: 'ready', error: null })
  const zip = (await exportContent(clinic, id)) as Buffer
  expect([BigInt(zip.length), sha256(zip)]).toEqual([done.bytes, done.sha256])

  const files = unzip(zip)
  const manifest = JSON.parse(String(files.get('manifest.json'))) as Manifest
  for (const { table, rows, files: written } of manifest.tables) {
    expect(JSON.parse(String(files.get(`${table}.json`))), table).toHaveLength(rows)
    for (const { path, sha256: listed } of written)
      expect(sha256(files.get(path) as Buffer), path).toBe(listed)
  }
  expect(String(files.get('patients.csv'))).toContain(",'=1+1,李,")
  expect(JSON.parse(String(files.get('patients.json')))).toMatchObject([{ first_name: '=1+1' }])
  expect(manifest.tables.find(({ table }) => table === 'users')?.omitted).toContain('password_hash')
  expect(manifest.leftOut.map(({ table }) => table)).toEqual(
    expect.arrayContaining(['sessions', 'throttles']),
  )
  const everything = [...files.values()].map(String).join()
  for (const secret of ['$argon2', '"secret_hash":', '"link_hash":']) expect(everything).not.toContain(secret)

  expect(await filesOf(clinic), 'stored and encrypted like a record').toContain(done.storageKey)
  const about = { resourceType: 'data_export', resourceId: id, userId: admin.actor.id }
  expect(
    await clinic.db.auditLog.findMany({ where: { resourceId: id }, orderBy: { id: 'asc' } }),
  ).toMatchObject([
    { ...about, action: 'created' },
    { ...about, action: 'exported' },
  ])
  await downloadDataExport(admin, { dataExportId: id })
  expect(await clinic.db.auditLog.count({ where: { resourceId: id, action: 'downloaded' } })).toBe(1)
  expect(await clinic.db.alert.count({ where: { type: 'data_exported' } })).toBe(2)
})

test('a table is either exported or left out for a reason', async ({ clinic }) => {
  const { tables, leftOut, undecided } = await surveyTables(clinic.db)
  expect(undecided, 'put each into a list in tables.ts').toEqual([])
  expect(leftOut.every(({ why }) => why.length > 20)).toBe(true)
  const kept = tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`))
  const likeSecrets = kept.filter((column) => /\..*(hash|secret|token|key|password|code$)/.test(column))
  // The audit chain is verified by its hashes, and a hash of a document gives no access. The name of a key gives no access. Of a password, only whether one is
  // set and must be changed. The scheme of a hash is a number.
  expect(likeSecrets.sort()).toEqual([
    'api_key_documents.api_key_id',
    'api_key_documents.hash',
    'audit_logs.hash',
    'bulk_jobs.api_key_id',
    'consent_template_versions.hash_scheme',
    'data_exports.key_id',
    'patient_imports.api_key_id',
    'patient_imports.key_id',
    'patient_records.key_id',
    'users.has_password',
    'users.must_change_password',
    'webhooks.api_key_id',
    'webhooks.key_id',
  ])
})

test('a wrong password requests no export, is recorded, and is counted', async ({ clinic, database }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const guess = () => requestDataExport(admin, { password: 'not the password' })
  await expect(guess()).rejects.toMatchObject({
    code: 'invalid',
    fields: { password: 'Password is incorrect' },
  })
  expect(await clinic.db.auditLog.findMany()).toMatchObject([
    { action: 'denied', resourceType: 'data_export', userId: admin.actor.id },
  ])
  for (let n = 1; n < 10; n += 1) await guess().catch(() => {})
  await expect(guess()).rejects.toMatchObject({ code: 'rate_limited' })
  expect(await queuedJobs(database)).toEqual([])
  expect(await clinic.db.dataExport.count()).toBe(0)
})

test('only one export runs at a time', async ({ clinic }) => {
  const { admin } = await setUpExport(clinic)
  await expect(requestDataExport(admin, { password: PASSWORD })).rejects.toMatchObject({ code: 'conflict' })
})

test('a cancelled export leaves no file, whenever it is cancelled', async ({ clinic }) => {
  const { admin, id, write, now } = await setUpExport(clinic)
  const before = await filesOf(clinic)
  await cancelDataExport(admin, { dataExportId: id })
  await write()
  expect(await now()).toMatchObject({ state: 'cancelled' })
  await expect(cancelDataExport(admin, { dataExportId: id })).rejects.toMatchObject({ code: 'conflict' })

  const later = await setUpExport(clinic)
  const { archives } = clinic.instances
  const zip: Archives['zip'] = (fill) =>
    archives.zip(async (add) => {
      await cancelDataExport(later.admin, { dataExportId: later.id })
      await fill(add)
    })
  const ctx = { ...clinic.anonymous(), archives: { zip } }
  await writeDataExport(ctx, { exportId: later.id })
  expect(await later.now()).toMatchObject({ state: 'cancelled' })
  expect(await filesOf(clinic)).toEqual(before)
})

test('a killed export is marked as failed, and its file is removed', async ({ clinic }) => {
  const { id, now } = await setUpExport(clinic)
  await clinic.db.dataExport.update({ where: { id }, data: { state: 'running', seenAt: clinic.now } })
  await tidyDataExports(clinic.anonymous())
  expect(await now()).toMatchObject({ state: 'running' })
  clinic.now = new Date(clinic.now.getTime() + 6 * 60_000)
  await tidyDataExports(clinic.anonymous())
  expect(await now()).toMatchObject({ state: 'failed', error: 'The server stopped during the export' })
})

test('a file is deleted after a day, and not before', async ({ clinic }) => {
  const { admin, id, write, now } = await setUpExport(clinic)
  await write()
  const { storageKey } = await now()
  await removeStrayFiles({ ...clinic.anonymous(), now: () => new Date(8_000_000_000_000) })
  expect(await filesOf(clinic)).toContain(storageKey)
  clinic.now = new Date(clinic.now.getTime() + 24 * 3_600_000)
  await expect(downloadDataExport(admin, { dataExportId: id })).rejects.toMatchObject({ code: 'conflict' })
  await tidyDataExports(clinic.anonymous())
  expect(await now()).toMatchObject({ state: 'removed', storageKey: null, wrappedKey: null, keyId: null })
  expect(await filesOf(clinic)).not.toContain(storageKey)
})

test('a failed export is reported as failed, and another can be requested', async ({ clinic }) => {
  const { admin, id, now } = await setUpExport(clinic)
  const full = () =>
    Promise.reject(Object.assign(new Error('No space left on the device'), { code: 'ENOSPC' }))
  const recordStore = { ...clinic.instances.recordStore, put: full }
  await expect(writeDataExport({ ...clinic.anonymous(), recordStore }, { exportId: id })).rejects.toThrow(
    'space',
  )
  expect(await now()).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('not enough free space'),
  })
  await requestDataExport(admin, { password: PASSWORD })
})
