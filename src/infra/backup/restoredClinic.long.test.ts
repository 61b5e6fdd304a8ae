import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { openDataFolder } from '#infra/dataFolder.ts'
import { migrate } from '#infra/migrate.ts'
import { checkSeal } from '#infra/signing/sealCheck.ts'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import { betweenBackups } from '#operations/backup/betweenBackups.ts'
import { closeRestore } from '#operations/backup/closeRestore.ts'
import { downloadConsentForm } from '#operations/consent/downloadConsentForm.ts'
import { traceSignedForm } from '#operations/consent/traceSignedForm.ts'
import { addNote } from '#operations/notes/notes.ts'
import { purgeDeletedRecords } from '#operations/records/purgeDeletedRecords.ts'
import { removeStrayFiles } from '#operations/records/removeStrayFiles.ts'
import { downloaded, openedIn, test } from '#tests/support/backedUpClinic.ts'
import { askOwner, backUp, contentsOf, emptyPlace, putBack } from '#tests/support/backups.ts'
import { bringPaper } from '#tests/support/paperForms.ts'
import { filesOf, pdfOf, sample, storedRecord } from '#tests/support/recordFiles.ts'
import { quickSeal } from '#tests/support/seal.ts'
import { putOnFile, signedWith } from '#tests/support/signedForms.ts'
import { storedWebhook } from '#tests/support/storedWebhook.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'

const quiet = () => {}

test('a restored clinic calls no receiver of webhooks until an administrator switches them on', async ({
  source,
}) => {
  const { clinic, place, admin } = source
  const key = await createApiKey(clinic.as(admin), {
    userId: admin.id,
    name: 'Sync',
    scopes: ['patients_read'],
  })
  await storedWebhook(clinic, { apiKeyId: key.apiKey.id, createdById: admin.id })
  const { path } = await backUp(place)
  const there = await emptyPlace()
  const { remarks } = await putBack(there, path)
  expect(remarks).toContainEqual(expect.stringContaining('All webhooks are off'))
  const [webhook] = await askOwner(there, 'SELECT off_reason, off_at IS NOT NULL AS is_off FROM webhooks')
  expect(webhook).toEqual({ off_reason: 'restored', is_off: true })
})

test('a clinic is restored completely to an empty place: rows, files, forms and audit log', async ({
  source,
}) => {
  const { clinic, patient, record, place, admin } = source
  const form = await signedWith(await quickSeal())
  const { request } = await putOnFile(clinic, form)
  await clinic.db.session.create({
    data: { sid: 'open', userId: admin.id, sess: {}, expire: new Date('2031-01-01') },
  })
  await askOwner(place, "SELECT enqueue_job('tell_task_due', '{\"taskId\":\"t\"}', '2031-01-01', 'due t')")
  const { path, tables, files } = await backUp(place)
  const before = await contentsOf(place)
  const there = await emptyPlace()
  const restored = await putBack(there, path)
  expect(files.count).toBe(1)
  expect(restored).toMatchObject({ files: 1, changedForms: 0 })
  const after = await contentsOf(there)
  expect(after).toEqual({ ...before, sessions: '0 ', throttles: '0 ' })
  expect(tables.find(({ name }) => name === 'audit_logs')).toMatchObject({
    rows: Number(before.audit_logs?.split(' ')[0]),
  })

  const again = await openedIn(there)
  const trail = await closeRestore(again.anonymous(), { id: randomUUID(), rows: 1, files: 1 })
  expect(trail.brokenLink).toBe(null)
  await restored.release()
  expect(await downloaded(again, { patientId: patient.id, recordId: record.id })).toEqual(
    sample('rotation.pdf'),
  )
  const { content, sha256 } = await again.db.signedConsentForm.findFirstOrThrow()
  expect(await checkSeal(content ?? new Uint8Array())).toMatchObject({ state: 'intact', isOurForm: true })
  expect(await traceSignedForm(again, { sha256, sealedBy: form.sealedBy })).toMatchObject({
    form: { requestId: request.id },
    isOurSeal: true,
  })
  const jobs = await askOwner(there, 'SELECT key, run_at FROM graphile_worker.jobs')
  expect(jobs).toEqual([{ key: 'due t', run_at: new Date('2031-01-01T00:00:00Z') }])
  // Counters, the audit chain and its protection work again.
  await again.patient({ createdById: admin.id })
  expect(await askOwner(there, 'SELECT sum(count)::int AS n FROM patient_counts')).toEqual([{ n: 3 }])
  await expect(askOwner(there, "UPDATE audit_logs SET user_agent = ''")).rejects.toThrow('append-only')
  const exported = await again.db.auditLog.findMany({
    where: { resourceType: 'backup' },
    orderBy: { createdAt: 'asc' },
  })
  expect(exported.map(({ action }) => action).sort()).toEqual(['exported', 'imported'])
})

test('the scan of a paper form is restored with its evidence', async ({ source }) => {
  const { clinic, admin, place } = source
  const { id: patientId } = await clinic.patient({ createdById: admin.id })
  await bringPaper(clinic.as(admin), patientId)
  const { path } = await backUp(place)
  const there = await emptyPlace()
  expect(await putBack(there, path)).toMatchObject({ files: 2, changedForms: 0 })
  const again = await openedIn(there)
  const { read } = await downloadConsentForm(again.as(admin), { patientId })
  expect(Buffer.concat(await Array.fromAsync(read()))).toEqual(sample('rotation.pdf'))
})

test('a backup during work is a snapshot and excludes later changes', async ({ source }) => {
  const { clinic, admin, patient, by, place } = source
  let isOver = false
  const work = async () => {
    for (let n = 0; !isOver; n += 1) {
      await addNote(clinic.as(admin), { patientId: patient.id, content: `Note ${n}` })
      const record = await storedRecord(clinic, by)
      if (n % 2 === 0)
        await clinic.db.patientRecord.update({ where: { id: record.id }, data: { deletedAt: clinic.now } })
    }
  }
  const working = [work(), work()]
  await sleep(100)
  const made = await backUp(place).finally(() => {
    isOver = true
    return Promise.all(working)
  })
  const there = await emptyPlace()
  const restored = await putBack(there, made.path)
  const [found] = await askOwner<{ notes: number; told: number; records: number }>(
    there,
    `SELECT (SELECT count(*)::int FROM patient_notes) AS notes, (SELECT count(*)::int FROM patient_records) AS records,
            (SELECT count(*)::int FROM audit_logs WHERE resource_type = 'patient_note' AND action = 'created') AS told`,
  )
  expect(found?.notes).toBe(found?.told)
  expect(found?.records).toBe(restored.files)
  expect(await clinic.db.patientNote.count()).toBeGreaterThan(found?.notes ?? 0)
  const trail = await closeRestore((await openedIn(there)).anonymous(), { id: made.id, rows: 1, files: 1 })
  expect(trail).toMatchObject({ brokenLink: null, rows: expect.any(Number) })
})

test('a place that is not empty stays unchanged', async ({ source }) => {
  const { place } = source
  const { path } = await backUp(place)
  const before = await contentsOf(place)
  await expect(putBack(place, path)).rejects.toThrow(/no empty place: its database has \d+ tables/)
  expect(await contentsOf(place)).toEqual(before)
  const withFiles = await emptyPlace()
  await withFiles.shelf.write('a'.repeat(32), place.shelf.read(source.record.filePath, 0, 100))
  await expect(putBack(withFiles, path)).rejects.toThrow('not empty: it has record files')
  const withKey = await emptyPlace()
  openDataFolder(withKey.settings.dataDir)
  const key = join(withKey.settings.dataDir, 'records-key')
  writeFileSync(key, Buffer.alloc(32, 1).toString('base64'))
  await expect(putBack(withKey, path)).rejects.toThrow('is the key of another clinic')
  expect(readFileSync(key, 'utf8')).toBe(Buffer.alloc(32, 1).toString('base64'))
})

test('a backup with one changed byte is rejected before any change', async ({ source }) => {
  const record = await storedRecord(source.clinic, source.by, pdfOf(1_000_000))
  const { path } = await backUp(source.place)
  const content = readFileSync(path)
  // The file is decrypted some hundred kB ahead of the part that is unpacked.
  const at = content.length - 100_000
  content.writeUInt8(content.readUInt8(at) ^ 1, at)
  writeFileSync(path, content)
  const there = await emptyPlace()
  await expect(putBack(there, path)).rejects.toThrow(`in its part "records/${record.filePath}"`)
  expect(await contentsOf(there)).toEqual({})
  expect(existsSync(there.settings.dataDir)).toBe(false)
})

test('a backup that is cancelled among the tables leaves no file', async ({ source }) => {
  const folder = temporaryFolder()
  const cancel = new AbortController()
  const onProgress = (sentence: string) => {
    if (sentence.startsWith('patients')) cancel.abort(new Error('enough'))
  }
  const attempt = backUp(source.place, { file: folder, signal: cancel.signal, onProgress })
  await expect(attempt).rejects.toMatchObject({ name: 'AbortError' })
  expect(readdirSync(folder)).toEqual([])
})

test('an interrupted restore cannot be used, and can be repeated', async ({ source }) => {
  const { path } = await backUp(source.place)
  const there = await emptyPlace()
  for (const until of ['patients', 'whole']) {
    const cancel = new AbortController()
    const onProgress = (sentence: string) => {
      if (sentence.startsWith(until)) cancel.abort(new Error(`stopped at ${until}`))
    }
    const attempt = putBack(there, path, { signal: cancel.signal, onProgress })
    if (until !== 'whole') await expect(attempt).rejects.toThrow()
    else await attempt
    // Complete or not, the database is closed until it is released.
    await expect(migrate({ ownerUrl: there.ownerUrl, log: quiet })).rejects.toThrow(
      'Run npm run restore again',
    )
  }
  const restored = await putBack(there, path)
  expect(restored.files).toBe(1)
  await restored.release()
  await migrate({ ownerUrl: there.ownerUrl, log: quiet })
  expect(await contentsOf(there)).toEqual(await contentsOf(source.place))
})

test('files are not deleted during a backup, and a backup waits for a running deletion', async ({
  source,
}) => {
  const { clinic, place, record } = source
  await storedRecord(clinic, source.by)
  await askOwner(place, `DELETE FROM patient_records WHERE id <> '${record.id}'`)
  clinic.now = new Date(Date.now() + 25 * 3_600_000)
  let removed: number | undefined
  const size = async (key: string) => {
    removed ??= await removeStrayFiles(clinic.anonymous())
    return place.shelf.size(key)
  }
  await backUp({ ...place, shelf: { ...place.shelf, size } })
  expect(removed).toBe(0)
  const steps: string[] = []
  let backingUp: Promise<unknown> | undefined
  await betweenBackups(clinic.anonymous(), async () => {
    backingUp = backUp(place).then(() => steps.push('backed up'))
    await sleep(300)
    steps.push('taken away')
  })
  await backingUp
  expect(steps).toEqual(['taken away', 'backed up'])
  expect(await removeStrayFiles(clinic.anonymous())).toBe(1)
})

test('records purged after a backup are restored as deleted and purged again; those purged before stay gone', async ({
  source,
}) => {
  const { clinic, admin, by, record, place } = source
  const longAgo = { deletedAt: new Date('2019-01-01T00:00:00Z'), deletedById: admin.id }
  const [before, after] = [await storedRecord(clinic, by), record]
  await clinic.db.patientRecord.update({ where: { id: before.id }, data: longAgo })
  expect(await purgeDeletedRecords(clinic.anonymous())).toBe(1)
  await clinic.db.patientRecord.update({ where: { id: after.id }, data: longAgo })
  const { path, files } = await backUp(place)
  expect(files.count).toBe(1)
  expect(await purgeDeletedRecords(clinic.anonymous())).toBe(1)

  const there = await emptyPlace()
  const restored = await putBack(there, path)
  expect(restored).toMatchObject({ files: 1 })
  const again = await openedIn(there)
  await closeRestore(again.anonymous(), { id: randomUUID(), rows: 1, files: 1 })
  await restored.release()
  const traces = () => again.db.patientRecord.findMany({ orderBy: { purgedAt: 'asc' } })
  expect(await traces()).toMatchObject([
    { id: before.id, wrappedKey: null },
    { id: after.id, purgedAt: null },
  ])
  expect(await filesOf(again)).toEqual([after.filePath])
  expect(await purgeDeletedRecords(again.anonymous())).toBe(1)
  expect(await filesOf(again)).toEqual([])
})
