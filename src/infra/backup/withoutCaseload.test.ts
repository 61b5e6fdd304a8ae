import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import { expect } from 'vitest'
import { test } from '#tests/support/backedUpClinic.ts'
import { askOwner, backUp, backupSecret, emptyPlace, putBack } from '#tests/support/backups.ts'
import { pdfOf, sample, storedRecord } from '#tests/support/recordFiles.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'

import type { Place } from './restoreBackup.ts'

// Opens backups with the age library and the system's tar, and with none of the code that restores them.

async function extracted(file: string): Promise<string> {
  const folder = temporaryFolder()
  const decrypter = new Decrypter()
  decrypter.addPassphrase(String(backupSecret.keys[0]?.toString('base64')))
  const input = await decrypter.decrypt(readFileSync(file))
  execFileSync('tar', ['-xf', '-', '-C', folder], { input })
  return folder
}

const contentIn = (...path: string[]) => readFileSync(join(...path))
const jsonIn = (...path: string[]) => JSON.parse(contentIn(...path).toString())

test('age and tar open a backup: its rows, its records as they were uploaded, and its keys', async ({
  source,
}) => {
  const { patient, record, place } = source
  const { path, id, tables } = await backUp(place)
  const folder = await extracted(path)
  expect(readdirSync(folder).sort()).toEqual(
    ['about.json', 'end.json', 'jobs.json', 'records', 'secrets.json', 'sequences.json', 'tables'].sort(),
  )
  const about = jsonIn(folder, 'about.json')
  expect(about).toMatchObject({ id, format: 2 })
  const names = about.tables.map(({ name }: { name: string }) => name)
  expect(readdirSync(join(folder, 'tables')).sort()).toEqual([...names].sort())

  const packed = contentIn(folder, 'tables', 'patients', '00001.tsv.gz')
  const [header = '', row = ''] = gunzipSync(packed).toString().split('\n')
  const values = row.split('\t')
  const found = Object.fromEntries(header.split('\t').map((column, n) => [column, values[n]]))
  expect(found).toMatchObject({ id: patient.id, last_name: patient.lastName, email: patient.email })
  const sha256 = createHash('sha256').update(packed).digest('hex')
  expect(tables.find(({ name }) => name === 'patients')).toMatchObject({ rows: 1, sha256 })

  expect(contentIn(folder, 'records', record.filePath)).toEqual(sample('rotation.pdf'))
  const [key] = jsonIn(folder, 'secrets.json').recordsKeys
  expect(key).toBe(contentIn(place.settings.dataDir, 'records-key').toString())
  expect(jsonIn(folder, 'end.json')).toMatchObject({ id, tables, files: { count: 1 } })
})

test('a table that is larger than one piece is whole in its pieces', async ({ source }) => {
  const { place } = source
  await askOwner(
    place,
    `INSERT INTO patient_notes (id, patient_id, content, created_by)
     SELECT gen_random_uuid(), patient_id, content || repeat(md5(n::text), 30), created_by
       FROM patient_notes, generate_series(1, 6000) n`,
  )
  const folder = join(await extracted((await backUp(place)).path), 'tables', 'patient_notes')
  const pieces = readdirSync(folder).sort()
  expect(pieces.length).toBeGreaterThan(1)
  const text = Buffer.concat(pieces.map((name) => gunzipSync(contentIn(folder, name)))).toString()
  expect(text.trimEnd().split('\n')).toHaveLength(6002) // with the header
})

test('a record that cannot be opened is backed up and restored unchanged', async ({ source }) => {
  const { clinic, by, record, place } = source
  const changed = await storedRecord(clinic, by, pdfOf(200_000))
  const closed = await storedRecord(clinic, by)
  const storedIn = ({ settings }: Place, { filePath }: { filePath: string }) =>
    join(settings.dataDir, 'records', filePath.slice(0, 2), filePath)
  const damaged = contentIn(storedIn(place, changed))
  damaged.writeUInt8(damaged.readUInt8(100_000) ^ 1, 100_000)
  writeFileSync(storedIn(place, changed), damaged)
  await askOwner(place, `UPDATE patient_records SET key_id = 'unknown' WHERE id = '${closed.id}'`)
  const { path, files, unreadable } = await backUp(place)
  expect(files.count).toBe(3)
  expect(unreadable).toEqual({
    count: 2,
    first: expect.arrayContaining([
      { record: changed.id, reason: 'changed' },
      { record: closed.id, reason: 'key is missing' },
    ]),
  })
  const folder = await extracted(path)
  for (const one of [changed, closed])
    expect(contentIn(folder, 'encrypted', one.filePath)).toEqual(contentIn(storedIn(place, one)))
  const opened = contentIn(folder, 'records', changed.filePath)
  expect(opened.subarray(0, 65_536)).toEqual(pdfOf(200_000).subarray(0, 65_536))
  expect(opened).toHaveLength(200_000)

  const there = await emptyPlace()
  expect(await putBack(there, path)).toMatchObject({ files: 1 })
  for (const one of [record, changed, closed])
    expect(contentIn(storedIn(there, one))).toEqual(contentIn(storedIn(place, one)))
})
