import { expect, onTestFinished } from 'vitest'
import type { Identifier } from '#domain/identifiers.ts'
import { openTestClinic, type TestClinic } from '#tests/support/clinic.ts'
import { editOf } from '#tests/support/edits.ts'
import { statementsOf, work } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import type { TestServer } from '#tests/support/testServer.ts'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'
import { addPatient } from './addPatient.ts'
import { editPatient } from './editPatient.ts'
import { listPatients } from './listPatients.ts'
import { upsertPatient, viewPatientByIdentifier } from './upsertPatient.ts'

const EHR = 'https://ehr.example.org/patients'
const inEhr = (value: string): Identifier => ({ system: EHR, value })
const maren = { firstName: 'Maren', lastName: 'Lindqvist', email: 'maren@example.test' }

const identifiersOf = async ({ db }: TestClinic, patientId: string) =>
  (await db.identifier.findMany({ where: { patientId }, orderBy: { value: 'asc' } })).map(
    ({ system, value }) => ({ system, value }),
  )

async function signedIn(clinic: TestClinic, server: TestServer) {
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user()).email)
  return visitor
}

test('a patient is found by what another system calls them', async ({ clinic, server }) => {
  const visitor = await signedIn(clinic, server)
  const identifiers = [inEhr('E-17'), { system: 'Case management', value: '2026/4711' }]
  const added = await visitor.call('POST', '/api/patients', { ...maren, identifiers })
  expect([added.status, added.json]).toMatchObject([201, { identifiers: identifiers.toReversed() }])
  const { id } = added.json as { id: string }
  const query = new URLSearchParams(inEhr('E-17'))
  const found = await visitor.call('GET', `/api/patients/by-identifier?${query}`)
  expect([found.status, found.json]).toMatchObject([200, { id, firstName: 'Maren' }])
  for (const other of [inEhr('e-17'), inEhr('E-1'), { system: 'Case management', value: 'E-17' }]) {
    const missing = await visitor.call('GET', `/api/patients/by-identifier?${new URLSearchParams(other)}`)
    expect([missing.status, missing.json]).toEqual([404, { code: 'not_found', message: 'Patient not found' }])
  }
  expect((await visitor.call('GET', '/api/patients/by-identifier?system=x')).status).toBe(400)
  const seen = (await clinic.auditOf({ id })).filter(({ action }) => action === 'viewed')
  expect(seen.length).toBeGreaterThan(0)
})

test('after the upgrade the search finds the identifiers that patients already have', async () => {
  await withDatabaseBefore('20261130110000_search_by_identifier', async ({ ask, ownerUrl, upgrade }) => {
    await ask(`INSERT INTO users (id, email, first_name, last_name, role, updated_at)
       VALUES ('01a1f3a0-0000-7000-8000-00000000000a', 'rae@example.test', 'Rae', 'Okafor', 'admin', now())`)
    await ask(`INSERT INTO patients (first_name, last_name, email, phone, created_by, id, updated_at)
       VALUES ('Maren', 'Lindqvist', 'maren@example.test', '(415) 555-0123', '01a1f3a0-0000-7000-8000-00000000000a',
         '01a1f3a0-0000-7000-8000-00000000000b', now())`)
    await ask(`INSERT INTO patient_identifiers (id, patient_id, system, value)
       VALUES (gen_random_uuid(), '01a1f3a0-0000-7000-8000-00000000000b', '${EHR}', 'É-17')`)
    await upgrade()
    const clinic = await openTestClinic(ownerUrl)
    onTestFinished(clinic.close)
    const rae = await clinic.db.user.findFirstOrThrow()
    for (const search of ['lindqvist', '555-0123', 'e-17'])
      expect((await listPatients(clinic.as(rae), { search }, {})).totalCount, search).toBe(1)
    expect((await listPatients(clinic.as(rae), { search: 'e-18' }, {})).totalCount).toBe(0)
  })
})

test('an edit replaces the identifiers, and one that another patient has is refused', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const patient = await addPatient(staff, { ...maren, identifiers: [inEhr('E-17'), inEhr('E-18')] })
  const other = await addPatient(staff, {
    ...maren,
    email: 'other@example.test',
    identifiers: [inEhr('E-20')],
  })
  await editPatient(staff, { patientId: patient.id, phone: '(415) 555-0123' })
  expect(await identifiersOf(clinic, patient.id)).toEqual([inEhr('E-17'), inEhr('E-18')])

  const before = await clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } })
  await editPatient(staff, {
    patientId: patient.id,
    identifiers: [inEhr('E-18'), inEhr('E-19'), inEhr(' E-19 ')],
  })
  expect(await identifiersOf(clinic, patient.id)).toEqual([inEhr('E-18'), inEhr('E-19')])
  const after = await clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } })
  expect(after.updatedAt > before.updatedAt).toBe(true)
  const last = await clinic.db.auditLog.findFirstOrThrow({ orderBy: { id: 'desc' } })
  expect(last).toMatchObject({ action: 'updated', details: editOf('identifiers') })

  await expect(
    editPatient(staff, { patientId: other.id, lastName: 'Park', identifiers: [inEhr('E-18')] }),
  ).rejects.toMatchObject({
    code: 'conflict',
    fields: { identifiers: 'Another patient has this identifier' },
  })
  expect((await clinic.db.patient.findUniqueOrThrow({ where: { id: other.id } })).lastName).toBe('Lindqvist')
  await editPatient(staff, { patientId: patient.id, identifiers: null })
  expect(await identifiersOf(clinic, patient.id)).toEqual([])
})

test('upsertPatient adds a patient once and edits them from then on, also when called twice at once', async ({
  clinic,
}) => {
  const staff = clinic.as(await clinic.user())
  const upsert = (given: object) => upsertPatient(staff, { identifier: inEhr('E-17'), ...given } as never)
  await expect(upsert({ phone: '(415) 555-0123' })).rejects.toMatchObject({
    code: 'invalid',
    fields: { firstName: 'First name is required' },
  })
  const both = await Promise.all([upsert({ ...maren, status: 'schedulable' }), upsert(maren)])
  expect(both.map(({ isNew }) => isNew).toSorted()).toEqual([false, true])
  const [one, other] = both.map(({ value }) => value.id)
  expect(one).toBe(other)
  const { value: patient, isNew } = await upsert({ lastName: 'Park', status: 'pending_consent' })
  expect([patient.id, patient.lastName, patient.firstName, isNew]).toEqual([one, 'Park', 'Maren', false])
  await expect(upsertPatient(staff, { ...maren, identifier: inEhr('E-18') } as never)).rejects.toThrow(
    'A patient with this email address already exists',
  )
  expect(await clinic.db.patient.count()).toBe(1)
})

test('an attorney cannot find another attorney’s patient by an identifier', async ({ clinic }) => {
  const attorney = clinic.as(await clinic.user({ role: 'attorney' }))
  await addPatient(clinic.as(await clinic.user()), { ...maren, identifiers: [inEhr('E-17')] })
  for (const value of ['E-17', 'E-18'])
    await expect(viewPatientByIdentifier(attorney, inEhr(value))).rejects.toMatchObject({
      code: 'not_found',
      message: 'Patient not found',
    })
})

test('a list with identifiers takes the same number of statements for one patient and for many', async ({
  clinic,
  server,
}) => {
  const visitor = await signedIn(clinic, server)
  const staff = clinic.as(await clinic.user())
  const statements = async () => {
    const sent = await statementsOf(() => visitor.call('GET', '/api/patients?limit=100'))
    return work(sent).length
  }
  await addPatient(staff, { ...maren, identifiers: [inEhr('E-0')] })
  const few = await statements()
  for (let n = 1; n < 12; n += 1)
    await addPatient(staff, { ...maren, email: `maren${n}@example.test`, identifiers: [inEhr(`E-${n}`)] })
  expect(await statements()).toBe(few)
})
