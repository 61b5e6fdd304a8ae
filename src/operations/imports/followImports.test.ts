import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { setUpImports, syntheaChoices, syntheaFile } from '#tests/support/importSetup.ts'
import { filesOf } from '#tests/support/recordFiles.ts'
import { test } from '#tests/support/test.ts'
import { removeStrayFiles } from '../records/removeStrayFiles.ts'
import { followImports } from './followImports.ts'
import { runPatientImport } from './runPatientImport.ts'
import { workOnImport } from './workOnImport.ts'

const MINUTE = 60_000

/** Distinct people; the last line repeats one of them. */
const many = (rows: number) =>
  `first,last,mail,born\n${Array.from({ length: rows }, (_, n) => `A${n},B,a${n}@example.test,`).join('\n')}\nA0,B,,\n`

/** A clinic whose process dies in transaction number `at`. */
function cutOff(clinic: TestClinic, at: number) {
  const { db, ...visit } = clinic.anonymous()
  let begun = 0
  const transaction = (work: never) => {
    begun += 1
    if (begun >= at) throw new Error('cut off')
    return db.$transaction(work)
  }
  // A dead process writes nothing more.
  const later = () => begun >= at && { updateMany: async () => ({ count: 0 }) }
  const gone = new Proxy(db, {
    get: (target, name) =>
      name === '$transaction'
        ? transaction
        : (name === 'patientImport' && later()) || Reflect.get(target, name),
  })
  return { ...visit, db: gone }
}

test('an interrupted import resumes where it stopped, after a minute of silence', async ({ clinic }) => {
  const imports = await setUpImports(clinic)
  const { id } = await imports.upload(many(1100))
  expect(await imports.check(id, { withoutEmail: 'mark' })).toMatchObject({ created: 1100, duplicates: 1 })
  await runPatientImport(imports.admin, { importId: id })
  await workOnImport(cutOff(clinic, 3), { importId: id }).catch(() => {})
  const before = await imports.now(id)
  expect(before).toMatchObject({ state: 'importing', rowsDone: 1000 })

  await followImports(clinic.anonymous())
  expect(await imports.now(id)).toEqual(before)
  clinic.now = new Date(clinic.now.getTime() + 2 * MINUTE)
  await followImports(clinic.anonymous())
  expect(await imports.now(id)).toMatchObject({
    ...{ state: 'finished', rowsDone: 1101, created: 1100, duplicates: 1, refused: 0 },
  })
  expect(await clinic.db.patient.count()).toBe(1100)
  expect(await clinic.db.auditLog.count({ where: { action: 'created', resourceType: 'patient' } })).toBe(1100)
  expect((await imports.rows(id)).at(-1)).toMatchObject({ outcome: 'duplicate', sameAs: 2 })
})

test('a server that stops leaves the import to the next one', async ({ clinic }) => {
  const imports = await setUpImports(clinic)
  const { id } = await imports.upload(many(600))
  await imports.check(id)
  await runPatientImport(imports.admin, { importId: id })
  await workOnImport(clinic.anonymous(), { importId: id }, AbortSignal.abort())
  expect(await imports.now(id)).toMatchObject({ state: 'importing', run: null, rowsDone: 0 })
  await imports.work(id)
  expect(await imports.now(id)).toMatchObject({ state: 'finished', created: 600 })
})

test('two concurrent workers create no duplicate patients', async ({ clinic }) => {
  const imports = await setUpImports(clinic)
  const { id } = await imports.upload(many(1100))
  await imports.check(id)
  await runPatientImport(imports.admin, { importId: id })
  const late = () => {
    const visit = clinic.anonymous()
    // By this clock, the other worker has been silent for long.
    return { ...visit, now: () => new Date(clinic.now.getTime() + 2 * MINUTE) }
  }
  await Promise.all([imports.work(id), workOnImport(late(), { importId: id })])
  if ((await imports.now(id)).state !== 'finished') await workOnImport(late(), { importId: id })
  expect(await imports.now(id)).toMatchObject({ state: 'finished', created: 1100 })
  expect(await clinic.db.patient.count()).toBe(1100)
})

test('an unused file stays for a day and does not count as an orphan until then', async ({ clinic }) => {
  const imports = await setUpImports(clinic)
  const { id } = await imports.upload(syntheaFile)
  await imports.check(id, syntheaChoices)
  clinic.now = new Date(clinic.now.getTime() + 23 * 60 * MINUTE)
  await followImports(clinic.anonymous())
  expect(await removeStrayFiles({ ...clinic.anonymous(), now: () => new Date('2100-01-01') })).toBe(0)
  expect(await filesOf(clinic)).toHaveLength(1)
  clinic.now = new Date(clinic.now.getTime() + 2 * 60 * MINUTE)
  await followImports(clinic.anonymous())
  expect(await imports.now(id)).toMatchObject({ state: 'abandoned', storageKey: null })
  expect(await filesOf(clinic)).toEqual([])
  await expect(imports.check(id, syntheaChoices)).rejects.toMatchObject({ code: 'conflict' })
})

test('the results of the rows are kept for thirty days', async ({ clinic }) => {
  const imports = await setUpImports(clinic)
  const { id } = await imports.whole(syntheaFile, syntheaChoices)
  expect(await imports.rows(id)).toHaveLength(59)
  clinic.now = new Date(clinic.now.getTime() + 31 * 24 * 60 * MINUTE)
  await followImports(clinic.anonymous())
  expect(await imports.rows(id)).toEqual([])
  expect(await imports.now(id)).toMatchObject({ state: 'finished', created: 59 })
})

test('a file that was changed on disk imports no patients and reports the error', async ({ clinic }) => {
  const imports = await setUpImports(clinic)
  const { id, storageKey } = await imports.upload(syntheaFile)
  await clinic.instances.recordStore.remove(storageKey ?? '')
  await expect(imports.check(id, syntheaChoices)).rejects.toThrow()
  expect(await imports.now(id)).toMatchObject({ state: 'failed', error: expect.stringMatching(/file/i) })
})
