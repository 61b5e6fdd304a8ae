import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { servedSha256 } from '#domain/records/removals.ts'
import { closeRestore } from '#operations/backup/closeRestore.ts'
import { listPatients } from '#operations/patients/listPatients.ts'
import { downloaded, openedIn } from '#tests/support/backedUpClinic.ts'
import { askOwner, contentsOf, emptyPlace, putBack } from '#tests/support/backups.ts'
import { sample } from '#tests/support/recordFiles.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { checkBackup } from './checkBackup.ts'
import { diskFile } from './diskBackups.ts'

// Backups that `npm run backup` wrote: of Caseload 0.1.0 for a clinic with one patient and one record, and of 0.2.0 for the demo clinic.
const old = (name: string) =>
  fileURLToPath(new URL(`../../tests/support/oldBackups/${name}.backup`, import.meta.url))
const byKey = { keys: [Buffer.from('a key of thirty-two bytes, old..')] }
const byPassphrase = { passphrase: 'correct horse battery staple' }
const check = (file: string, secret: Parameters<typeof checkBackup>[1]) =>
  checkBackup(diskFile(file), secret, 'all', () => {})

test('a backup of Caseload 0.1.0 is restored with its record and an intact audit log', async () => {
  const there = await emptyPlace()
  const restored = await putBack(there, old('key'), { secret: byKey })
  expect(restored).toMatchObject({ files: 1, changedForms: 0 })
  const clinic = await openedIn(there)
  const trail = await closeRestore(clinic.anonymous(), { id: randomUUID(), rows: 1, files: 1 })
  expect(trail.brokenLink).toBe(null)
  await restored.release()
  const { id, patientId } = await clinic.db.patientRecord.findFirstOrThrow()
  expect(await downloaded(clinic, { patientId, recordId: id })).toEqual(sample('rotation.pdf'))
  expect(await clinic.db.patientNote.findFirstOrThrow()).toMatchObject({
    content: 'Called\tand "wrote"\\n',
  })
})

test('a backup of Caseload 0.2.0 is restored: the demo clinic with every patient, file and form, and an intact audit log', async () => {
  const there = await emptyPlace()
  const backup = await check(old('0.2.0-demo'), byKey)
  const rowsThen = new Map(backup.manifest.tables.map(({ name, rows }) => [name, rows]))
  const restored = await putBack(there, old('0.2.0-demo'), { secret: byKey })
  expect(restored).toMatchObject({ files: 8, changedForms: 0 })
  for (const table of [
    'patients',
    'patient_notes',
    'consent_requests',
    'signed_consent_forms',
    'tasks',
    'users',
  ])
    expect(await askOwner(there, `SELECT count(*)::int AS rows FROM ${table}`), table).toEqual([
      { rows: rowsThen.get(table) },
    ])
  const clinic = await openedIn(there)
  const trail = await closeRestore(clinic.anonymous(), { id: randomUUID(), rows: 1, files: 8 })
  expect(trail.brokenLink).toBe(null)
  await restored.release()
  const admin = await clinic.db.user.findFirstOrThrow({ where: { email: 'admin@clinic.test' } })
  const { rows } = await listPatients(clinic.as(admin), {}, { first: 100 })
  expect(rows.length).toBeGreaterThan(50)
  const record = await clinic.db.patientRecord.findFirstOrThrow()
  const content = await downloaded(clinic, { patientId: record.patientId, recordId: record.id })
  expect(createHash('sha256').update(content).digest('hex')).toBe(servedSha256(record))
})

test('a backup of Caseload 0.1.0 opens with its passphrase, and with no other secret', async () => {
  expect(await check(old('passphrase'), byPassphrase)).toMatchObject({ about: { version: '0.1.0' } })
  const wrongPassphrase = { passphrase: 'incorrect horse battery staple' }
  await expect(check(old('passphrase'), wrongPassphrase)).rejects.toThrow(
    'BACKUP_PASSPHRASE does not open this backup',
  )
  await expect(check(old('passphrase'), byKey)).rejects.toThrow('No key in BACKUP_KEY opens this backup')
  await expect(check(old('key'), byPassphrase)).rejects.toThrow('BACKUP_PASSPHRASE does not open')
  await expect(check(old('key'), { keys: [Buffer.alloc(32)] })).rejects.toThrow('No key in BACKUP_KEY')
})

test('a changed or truncated backup of Caseload 0.1.0 is rejected before any change', async () => {
  const whole = readFileSync(old('key'))
  const file = join(temporaryFolder(), 'one.backup')
  const places = Array.from({ length: 40 }, (_, n) => Math.floor((n * (whole.length - 1)) / 39))
  for (const at of places) {
    const changed = Buffer.from(whole)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    writeFileSync(file, changed)
    await expect(check(file, byKey), `byte ${at}`).rejects.toMatchObject({ name: 'BackupProblem' })
  }
  for (const length of [0, 10, 400, Math.floor(whole.length / 2), whole.length - 1]) {
    writeFileSync(file, whole.subarray(0, length))
    await expect(check(file, byKey), `${length} bytes`).rejects.toMatchObject({ name: 'BackupProblem' })
  }
  const there = await emptyPlace()
  await expect(putBack(there, file, { secret: byKey })).rejects.toThrow('cannot be used')
  expect(await contentsOf(there)).toEqual({})
})
