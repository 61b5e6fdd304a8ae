import { expect } from 'vitest'
import { isAddress } from '#domain/patients/noEmail.ts'
import { setUpImports, syntheaChoices, syntheaFile } from '#tests/support/importSetup.ts'
import { queuedJobs } from '#tests/support/queue.ts'
import { test } from '#tests/support/test.ts'
import { listPatientAccess } from '../audit/listPatientAccess.ts'
import { listPatients } from '../patients/listPatients.ts'
import { cancelPatientImport } from './cancelPatientImport.ts'
import { checkPatientImport } from './checkPatientImport.ts'
import { exportImportRows, listImportRows } from './listImportRows.ts'
import { readImportColumns } from './readImportColumns.ts'
import { runPatientImport } from './runPatientImport.ts'

const csv = (...lines: string[]) => `first,last,mail,born\n${lines.join('\n')}\n`

test('a real file without e-mail addresses is parsed, tried and imported, and a second import creates no duplicates', async ({
  clinic,
  database,
}) => {
  const imports = await setUpImports(clinic)
  const uploaded = await imports.upload(syntheaFile)
  expect(uploaded).toMatchObject({ state: 'uploaded', rowsTotal: 59, encoding: 'utf-8', delimiter: ',' })
  const { columns, dateOrder } = await readImportColumns(imports.admin, uploaded)
  expect(columns.filter(({ guess }) => guess).map(({ name, guess }) => [name, guess])).toEqual([
    ['BIRTHDATE', 'dateOfBirth'],
    ['DEATHDATE', 'dateOfDeath'],
    ['FIRST', 'firstName'],
    ['LAST', 'lastName'],
    ...['ADDRESS', 'CITY', 'STATE', 'ZIP'].map((name) => [name, 'address']),
  ])
  expect(columns[7]?.samples).toEqual(['Jorge Luis88', 'Maude482', 'Dominique369'])
  expect(dateOrder).toBe('mdy')

  const assignee = await clinic.user({ role: 'attorney' })
  const choices = { ...syntheaChoices, assignedAttorney: assignee.id, status: 'consent_signed' as const }
  expect(await imports.check(uploaded.id, choices)).toMatchObject({
    ...{ state: 'checked', rowsDone: 59, created: 59, duplicates: 0, refused: 0 },
  })
  expect(await clinic.db.patient.count()).toBe(0)

  const finished = await imports.run(uploaded.id)
  expect(finished).toMatchObject({ state: 'finished', created: 59, storageKey: null, wrappedKey: null })
  const [first] = await clinic.db.patient.findMany({ where: { firstName: 'Maude482' } })
  expect(first).toMatchObject({
    ...{ lastName: 'Wunsch504', address: '418 Olson Landing Apt 2, Long Beach, California, 90804' },
    ...{ status: 'consent_signed', consentIsManual: true, assignedAttorneyId: assignee.id },
    ...{ createdById: imports.user.id, dateOfBirth: new Date('2009-09-20T00:00:00.000Z') },
  })
  expect(isAddress(first?.email ?? '')).toBe(false)
  expect(await clinic.db.patientStatusChange.count({ where: { to: 'consent_signed' } })).toBe(59)
  expect(await clinic.db.auditLog.count({ where: { action: 'created', resourceType: 'patient' } })).toBe(59)
  expect(await clinic.db.auditLog.findMany({ where: { action: 'imported' } })).toMatchObject([
    { userId: imports.user.id, resourceId: uploaded.id, details: { created: 59, refused: 0, isWhole: true } },
  ])
  expect(await clinic.db.alert.findMany()).toMatchObject([
    { userId: assignee.id, type: 'patient_assigned', message: '59 imported patients were assigned to you' },
  ])
  expect(await Array.fromAsync(clinic.instances.recordStore.putBefore(new Date('2100-01-01')))).toEqual([])

  const again = await imports.upload(syntheaFile)
  expect(await imports.check(again.id, choices)).toMatchObject({ created: 0, duplicates: 59 })
  await expect(runPatientImport(imports.admin, { importId: again.id })).rejects.toMatchObject({
    message: 'No row in this file would add a new patient',
  })
  expect((await queuedJobs(database)).map(({ task }) => task)).toContain('work_on_import')
})

test('each invalid row is reported by line, field and message, as in Add Patient', async ({ clinic }) => {
  const imports = await setUpImports(clinic)
  const existing = await clinic.patient({ firstName: 'Ann', lastName: 'Ny', email: 'ann@example.test' })
  await clinic.db.patient.update({
    where: { id: existing.id },
    data: { dateOfBirth: new Date('1980-02-01') },
  })
  const { id } = await imports.upload(
    csv(
      'Ámos,Reyes,amos@example.test,1/31/1970',
      ',Reyes,nobody,31/1/1970',
      'Bo,Reyes,bo@example.test,1/5/2030',
      'Bo,Reyes,bo@example.test,1/5/70',
      'amos,REYES,other@example.test,1970-01-31',
      'ann,ny,new@example.test,"Feb 1, 1980"',
      'Somebody,Else,ANN@example.test,',
      '"Two',
      'Lines",Reyes,two@example.test,',
      'Too,Many,many@example.test,,more',
      'Too,Few',
      'No,Mail,,',
      'Trailing,Comma,comma@example.test,19700131,,',
    ),
  )
  expect(await imports.check(id)).toMatchObject({ created: 3, duplicates: 3, refused: 6 })
  const report = await exportImportRows(imports.admin, id)
  expect(report.columns).toEqual(['line', 'outcome', 'field', 'message', 'patientId'])
  const unreadable =
    'Date of Birth cannot be read as a date: Month/Day/Year with a year of four digits, or Year-Month-Day'
  expect(report.rows.map(([line, outcome, field, message]) => [line, outcome, field, message])).toEqual([
    [
      ...[3, 'refused', 'Date of Birth; First Name; Email'],
      `${unreadable}; First name is required; Valid email is required`,
    ],
    [4, 'refused', 'Date of Birth', 'Date of birth cannot be in the future'],
    [5, 'refused', 'Date of Birth', unreadable],
    [6, 'duplicate', '', 'The same person as on line 2'],
    [7, 'duplicate', '', 'This person is already a patient'],
    [8, 'duplicate', '', 'This person is already a patient'],
    [11, 'refused', 'Row', 'The row has 5 columns, and the header 4'],
    [12, 'refused', 'Row', 'The row has 2 columns, and the header 4'],
    [13, 'refused', 'Email', 'Valid email is required'],
  ])
  expect(report.rows[4]?.at(-1)).toBe(existing.id)
  await imports.run(id)
  expect((await imports.patients()).map(({ firstName }) => firstName).sort()).toEqual([
    'Ann',
    'Trailing',
    'Two Lines',
    'Ámos',
  ])
})

test('an import stores what another system calls the patients, and knows them by it', async ({ clinic }) => {
  const imports = await setUpImports(clinic)
  const known = await clinic.patient({ firstName: 'Kim', lastName: 'Married' })
  const ehr = 'https://ehr.example.org/patients'
  await clinic.db.identifier.create({
    data: { kind: 'patient', patientId: known.id, system: ehr, value: 'E-1' },
  })
  const file = [
    'first,last,email,Patient ID',
    'Kim,Known,kim@example.test,E-1',
    'Bo,Ny,bo@example.test, E-2 ',
    'Bob,Ny,bob@example.test,E-2',
    'Cy,Ny,cy@example.test,',
    `Di,Ny,di@example.test,${'9'.repeat(300)}`,
  ].join('\n')
  const mapping = { firstName: 0, lastName: 1, email: 2, identifier: 3 }
  const { id } = await imports.upload(file)
  expect(await imports.check(id, { mapping, identifierSystem: ehr })).toMatchObject({
    created: 2,
    duplicates: 2,
    refused: 1,
  })
  const { rows } = await listImportRows(imports.admin, { importId: id }, {})
  expect(rows.map(({ node }) => node)).toMatchObject([
    { line: 2, outcome: 'duplicate', patientId: known.id },
    { line: 4, outcome: 'duplicate', sameAs: 3 },
    { line: 6, outcome: 'refused', problems: [{ field: 'ID in Another System' }] },
  ])
  await imports.run(id)
  const stored = () =>
    clinic.db.identifier.findMany({
      where: { patientId: { not: known.id } },
      select: { system: true, value: true, patient: { select: { firstName: true } } },
    })
  expect(await stored()).toEqual([{ system: ehr, value: 'E-2', patient: { firstName: 'Bo' } }])
  expect((await listPatients(imports.admin, { search: 'e-2' }, {})).totalCount).toBe(1)

  // Without a choice, the system has the name of the column, so these people are others.
  const again = await imports.upload(file.replaceAll('@example', '@other').replaceAll('Ny,', 'Other,'))
  expect(await imports.check(again.id, { mapping })).toMatchObject({ created: 3, duplicates: 1 })
  expect((await imports.now(again.id)).choices).toMatchObject({ identifierSystem: 'Patient ID' })
})

test('an import warns of new patients whose phone number an existing patient has', async ({ clinic }) => {
  const imports = await setUpImports(clinic)
  const createdAt = new Date(clinic.now.getTime() - 60_000)
  const [existing, known] = [
    await clinic.patient({ phone: '(415) 555-0132', createdAt }),
    await clinic.patient({ firstName: 'Kim', lastName: 'Known', phone: '(415) 555-0133', createdAt }),
  ]
  const { id } = await imports.upload(
    [
      'first,last,email,phone',
      'Ann,Ny,ann@example.test,415.555.0132 ext. 7',
      `Kim,Known,${known.email},(415) 555-0133`,
      'Bo,Ny,bo@example.test,(415) 555-0199',
      'Cy,Ny,cy@example.test,(415) 555-0199',
      'Di,Ny,di@example.test,none',
    ].join('\n'),
  )
  const phones = { mapping: { firstName: 0, lastName: 1, email: 2, phone: 3 } }
  expect(await imports.check(id, phones)).toMatchObject({ created: 4, duplicates: 1, possibleDuplicates: 1 })
  const warned = () => listImportRows(imports.admin, { importId: id, possibleDuplicate: true }, {})
  const warning = { line: 2, outcome: 'created', possibleDuplicateId: existing.id }
  expect((await warned()).rows.map(({ node }) => node)).toMatchObject([{ ...warning, patientId: null }])
  const { rows } = await exportImportRows(imports.admin, id)
  expect(rows[0]).toEqual([2, 'created', '', 'Another patient has this phone number', null])
  expect(
    await clinic.db.auditLog.findFirst({ where: { action: 'listed' }, orderBy: { id: 'asc' } }),
  ).toMatchObject({ details: { filters: ['duplicates'], count: 2 } })
  expect(await imports.run(id)).toMatchObject({ created: 4, possibleDuplicates: 1 })
  expect((await warned()).rows.map(({ node }) => node)).toMatchObject([
    { ...warning, patientId: expect.any(String) },
  ])
})

test('the trial and the import give the same result, even with many invalid rows', async ({ clinic }) => {
  const imports = await setUpImports(clinic)
  const lines = Array.from({ length: 1300 }, (_, n) =>
    n % 7 === 0 ? `,Wrong${n},x,` : `P${n % 900},Row,p${n % 900}@example.test,1970-01-0${1 + (n % 9)}`,
  )
  const { id } = await imports.upload(csv(...lines))
  const { created, duplicates, refused } = await imports.check(id)
  expect([created, duplicates, refused].every((count) => count > 0)).toBe(true)
  const tried = await imports.rows(id)
  expect(await imports.run(id)).toMatchObject({ created, duplicates, refused, state: 'finished' })
  const imported = (await imports.rows(id)).filter(({ outcome }) => outcome !== 'created')
  expect(imported).toEqual(tried)
  expect(await clinic.db.patient.count()).toBe(created)
})

test('a cancelled import stops creating patients, reports its progress and deletes its file', async ({
  clinic,
}) => {
  const imports = await setUpImports(clinic)
  const { id } = await imports.upload(
    csv(...Array.from({ length: 1200 }, (_, n) => `A${n},B,a${n}@example.test,`)),
  )
  await imports.check(id)
  await runPatientImport(imports.admin, { importId: id })
  const { db } = clinic.anonymous()
  const ctx = { ...clinic.anonymous(), now: () => clinic.now }
  let batches = 0
  const transaction = (work: never) => {
    batches += 1
    const done = db.$transaction(work)
    return batches === 1 ? done.then(() => cancelPatientImport(imports.admin, { importId: id })) : done
  }
  ctx.db = new Proxy(db, {
    get: (target, name) => (name === '$transaction' ? transaction : Reflect.get(target, name)),
  })
  const { workOnImport } = await import('./workOnImport.ts')
  await workOnImport(ctx, { importId: id }).catch(() => {})
  expect(await imports.now(id)).toMatchObject({
    state: 'cancelled',
    created: 500,
    rowsDone: 500,
    storageKey: null,
  })
  expect(await clinic.db.patient.count()).toBe(500)
  expect(await clinic.db.auditLog.findMany({ where: { action: 'imported' } })).toMatchObject([
    { details: { created: 500, isWhole: false } },
  ])
  await expect(cancelPatientImport(imports.admin, { importId: id })).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('only an active administrator can import patients', async ({ clinic }) => {
  const imports = await setUpImports(clinic)
  const { id } = await imports.upload(csv('Ann,Ny,ann@example.test,'))
  for (const role of ['staff', 'attorney'] as const) {
    const other = clinic.as(await clinic.user({ role }))
    const mapping = [{ column: 0, field: 'firstName' as const }]
    for (const act of [
      () => checkPatientImport(other, { importId: id, mapping }),
      () => runPatientImport(other, { importId: id }),
      () => cancelPatientImport(other, { importId: id }),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'forbidden' })
  }
  await imports.check(id)
  await runPatientImport(imports.admin, { importId: id })
  await clinic.db.user.update({ where: { id: imports.user.id }, data: { isActive: false } })
  await expect(imports.work(id)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await imports.now(id)).toMatchObject({ state: 'failed', created: 0, storageKey: null })
  expect(await clinic.db.patient.count()).toBe(0)
})

test('an invalid column mapping is rejected before any row is tried', async ({ clinic }) => {
  const imports = await setUpImports(clinic)
  const { id } = await imports.upload(csv('Ann,Ny,ann@example.test,'))
  for (const [mapping, message] of [
    [{ firstName: 0 }, 'Choose the column of Last Name'],
    [{ firstName: 0, lastName: 9 }, 'The file has fewer columns than that'],
    [{ firstName: 0, lastName: 0 }, 'A column can become one thing only'],
    [{ firstName: 0, lastName: 1, email: [2, 3] }, 'Email can come from one column only'],
  ] as const)
    await expect(imports.check(id, { mapping })).rejects.toMatchObject({
      fields: { mapping: message },
    })
  const colleague = await clinic.user({ role: 'admin' })
  await expect(imports.check(id, { assignedAttorney: colleague.id })).rejects.toMatchObject({
    fields: { assignedAttorney: 'Choose an active attorney or staff member' },
  })
})

test('the audit log names the patients whom a trial finds again, and those whose rows are listed', async ({
  clinic,
}) => {
  const imports = await setUpImports(clinic)
  const existing = await clinic.patient({ firstName: 'Ines', lastName: 'Okafor', email: 'ines@example.test' })
  const { id: importId } = await imports.upload(
    csv('Ines,Okafor,ines@example.test,', 'Bo,Lund,bo@example.test,'),
  )
  expect(await imports.check(importId)).toMatchObject({ created: 1, duplicates: 1 })
  const naming = async () =>
    (await listPatientAccess(imports.admin, existing.id, {})).rows.map(({ node }) => node)
  expect(await naming()).toMatchObject([
    { action: 'listed', resourceType: 'patient_import', resourceId: importId, userId: imports.user.id },
  ])

  const { rows } = await listImportRows(imports.admin, { importId, leftOut: true }, {})
  expect(rows.map(({ node }) => node.patientId)).toEqual([existing.id])
  const listed = (await naming()).filter(({ resourceType }) => resourceType === 'patient_import')
  expect(listed).toMatchObject([
    { action: 'listed', details: { filters: ['leftOut'] } },
    { resourceId: importId },
  ])
})
