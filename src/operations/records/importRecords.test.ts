import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { openRecordFolder } from '#infra/records/recordFolder.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { filesOf, sample } from '#tests/support/recordFiles.ts'

import { test } from '#tests/support/test.ts'
import { findAdministrator } from '../users/findUsers.ts'
import { type ImportedFile, importRecords } from './importRecords.ts'

/** A folder with files of other programs, and files outside that must not be reachable. */
function folderOf(): string {
  const around = mkdtempSync(join(tmpdir(), 'caseload-folder-'))
  onTestFinished(() => rmSync(around, { recursive: true }))
  const folder = join(around, 'scans')
  mkdirSync(join(folder, 'knees'), { recursive: true })
  writeFileSync(join(around, 'secret.pdf'), sample('rotation.pdf'))
  writeFileSync(join(folder, 'rotation.pdf'), sample('rotation.pdf'))
  writeFileSync(join(folder, 'knees/knee.jpg'), sample('knee.jpg'))
  writeFileSync(join(folder, 'macro.exe'), 'MZ')
  symlinkSync(join(around, 'secret.pdf'), join(folder, 'link.pdf'))
  copyFileSync(join(folder, 'rotation.pdf'), join(folder, 'copy.pdf'))
  return folder
}

async function setUpImport(clinic: TestClinic) {
  const user = await clinic.user({ role: 'admin' })
  const folder = await openRecordFolder(folderOf())
  return {
    user,
    run: async (manifest: string, isTrial = false) => {
      const actor = await findAdministrator(clinic.anonymous(), user.email)
      const done: ImportedFile[] = []
      async function* content() {
        yield Buffer.from(manifest)
      }
      const sum = await importRecords(
        { ...clinic.anonymous(), actor },
        { folder, manifest: { content }, isTrial, onFile: (one) => done.push(one) },
      )
      return { sum, outcomes: done.map(({ file, outcome, message }) => [file, outcome, message]), done }
    },
  }
}

test('the files of a folder are added to the patients in the manifest, and a second run adds nothing', async ({
  clinic,
}) => {
  const rae = await clinic.user({ role: 'attorney' })
  const born = new Date('1980-02-01')
  const ann = await clinic.patient({
    firstName: 'Änn',
    lastName: 'Ny',
    dateOfBirth: born,
    assignedAttorneyId: rae.id,
  })
  const { run, user } = await setUpImport(clinic)
  const manifest = [
    'File,First Name,Last Name,DOB,Patient,Description,Image Description',
    'rotation.pdf,ann,NY,2/1/1980,,The knee,',
    `knees\\knee.jpg,,,,${ann.id},,A swollen left knee`,
    `copy.pdf,,,,${ann.id},,`,
  ].join('\n')
  expect((await run(manifest, true)).sum).toEqual({ imported: 2, duplicates: 1, refused: 0 })
  expect([await clinic.db.patientRecord.count(), await filesOf(clinic)]).toEqual([0, []])

  const { sum, outcomes } = await run(manifest)
  expect(outcomes).toEqual([
    ['rotation.pdf', 'imported', ''],
    ['knees\\knee.jpg', 'imported', ''],
    ['copy.pdf', 'duplicate', 'The patient already has this file'],
  ])
  expect(sum).toEqual({ imported: 2, duplicates: 1, refused: 0 })
  expect(await clinic.db.patientRecord.findMany({ orderBy: { fileName: 'desc' } })).toMatchObject([
    { fileName: 'rotation.pdf', description: 'The knee', uploadedById: user.id, mimeType: 'application/pdf' },
    {
      fileName: 'knee.jpg',
      patientId: ann.id,
      imageDescription: 'A swollen left knee',
      mimeType: 'image/jpeg',
      scanState: 'not_scanned',
    },
  ])
  const rows = { resourceType: 'patient_record', userId: user.id }
  expect(await clinic.db.auditLog.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
    { ...rows, action: 'created', patientId: ann.id },
    { ...rows, action: 'created', patientId: ann.id },
    { ...rows, action: 'imported', details: { imported: 2, duplicates: 1, refused: 0 } },
  ])
  expect(await clinic.db.alert.findMany()).toMatchObject([
    { userId: rae.id, message: '2 records were imported for your patients' },
  ])
  expect((await run(manifest)).sum).toEqual({ imported: 0, duplicates: 3, refused: 0 })
  expect(await filesOf(clinic)).toHaveLength(2)
})

test('each refused file is reported with the reason and does not stop the others', async ({ clinic }) => {
  const { run } = await setUpImport(clinic)
  const before = (await filesOf(clinic)).length
  const born = new Date('1980-02-01')
  const twin = { firstName: 'Bo', lastName: 'Twin', dateOfBirth: born }
  const [{ id }, gone] = [
    await clinic.patient(twin),
    await clinic.patient({ status: 'dropped', firstName: 'Gone' }),
    await clinic.patient(twin),
  ]
  const manifest = [
    'file;patient;first name;last name;date of birth',
    `../secret.pdf;${id};;;`,
    `link.pdf;${id};;;`,
    `/etc/hostname;${id};;;`,
    `knees;${id};;;`,
    `missing.pdf;${id};;;`,
    `macro.exe;${id};;;`,
    'rotation.pdf;;Bo;Twin;1980-02-01',
    'rotation.pdf;;No;Body;1980-02-01',
    'rotation.pdf;;Bo;Twin;',
    `rotation.pdf;${gone.id};;;`,
    `rotation.pdf;${id};;;`,
  ].join('\n')
  const reasons = [
    'This file is not in the folder',
    'This file is not in the folder',
    'This file is not in the folder',
    'This is no file',
    'There is no such file in the folder',
    expect.stringMatching(/PDF, DOC/),
    'Several patients have this name and date of birth. Use the patient ID instead.',
    'Patient not found',
    'Identify the patient by ID, by identifier, or by name and date of birth',
    expect.stringMatching(/dropped/i),
    '',
  ]
  for (const isTrial of [true, false]) {
    const { outcomes, sum } = await run(manifest, isTrial)
    expect(outcomes.map(([, , message]) => message)).toEqual(reasons)
    expect(sum).toEqual({ imported: 1, duplicates: 0, refused: 10 })
  }
  expect(await filesOf(clinic)).toHaveLength(before + 1)
})

test('a manifest can name patients by an identifier, and give records theirs', async ({ clinic }) => {
  const { run } = await setUpImport(clinic)
  const ann = await clinic.patient()
  await clinic.db.identifier.create({
    data: { kind: 'patient', patientId: ann.id, system: 'EHR', value: 'E-7', createdAt: clinic.now },
  })
  const manifest = [
    'file,patient system,patient identifier,system,identifier',
    'rotation.pdf,EHR,E-7,Archive,A-1',
    'knees/knee.jpg,EHR,E-8,Archive,A-2',
    'knees/knee.jpg,,E-7,Archive,A-2',
    'knees/knee.jpg,EHR,E-7,,A-2',
    'knees/knee.jpg,EHR,E-7,Archive,A-1',
  ].join('\n')
  for (const isTrial of [true, false])
    expect((await run(manifest, isTrial)).outcomes.map(([, outcome, message]) => [outcome, message])).toEqual(
      [
        [isTrial ? 'would_import' : 'imported', ''],
        ['refused', 'Patient not found'],
        ['refused', 'Name the system, such as its web address'],
        ['refused', 'Name the system, such as its web address'],
        ['refused', 'Another record has this identifier, perhaps a deleted one'],
      ],
    )
  expect(await clinic.db.identifier.findMany({ where: { kind: 'record' } })).toMatchObject([
    { system: 'Archive', value: 'A-1' },
  ])

  const taken = `file,patient,system,identifier\nknees/knee.jpg,${ann.id},Archive,A-1`
  for (const isTrial of [true, false])
    expect((await run(taken, isTrial)).outcomes).toEqual([
      ['knees/knee.jpg', 'refused', 'Another record has this identifier, perhaps a deleted one'],
    ])
  expect(await clinic.db.patientRecord.count()).toBe(1)
  await expect(run('file,patient,identifier\na,b,c\n')).rejects.toThrow('belong together')
})

test('only an administrator can be named as the actor, and an incomplete manifest is refused', async ({
  clinic,
}) => {
  const staff = await clinic.user()
  await expect(findAdministrator(clinic.anonymous(), staff.email)).rejects.toMatchObject({
    code: 'forbidden',
  })
  const { run } = await setUpImport(clinic)
  await expect(run('name,patient\na,b\n')).rejects.toThrow('no column "file"')
  await expect(run('file,description\na,b\n')).rejects.toThrow('needs a column "patient"')
})
