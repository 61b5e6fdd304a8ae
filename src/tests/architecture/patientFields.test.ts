import { expect } from 'vitest'
import { guessColumns } from '#domain/imports/importColumns.ts'
import { mapPatientFields, patientFieldNames, patientFields } from '#domain/patients/patientFields.ts'
import { surveyTables } from '#operations/exports/tables.ts'
import { editOf } from '#tests/support/edits.ts'
import { setUpImports } from '#tests/support/importSetup.ts'
import { test } from '#tests/support/test.ts'

/** The columns of `patients` that operations set. No form asks for them. */
const workflowColumns = [
  ...['id', 'status', 'status_since', 'assigned_attorney', 'created_by', 'created_at', 'updated_at'],
  ...['consent_form_url', 'consent_signed_at', 'consent_is_manual', 'consent_revoked_at', 'authorization'],
  'review_request_id',
  ...[
    'consent_expires_at',
    'consent_end_told',
    'consent_ending_told',
    'docusign_envelope_id',
    'restricted_at',
    'search_text',
  ],
  'identifier_words',
  ...['reminders_stopped_at', 'text_number'],
  ...['consultation_date', 'consultation_time', 'consultation_location'],
  ...['drop_reason', 'dropped_by', 'dropped_at'],
]

/** A valid value of each field, different for every `at`. */
const person = (at: number) =>
  mapPatientFields((name, { kind }) => {
    if (kind === 'email') return `maren${at}@example.test`
    if (kind === 'phone') return `(415) 555-010${at}`
    if (kind === 'language') return at % 2 === 0 ? 'en' : 'es'
    return kind === 'date' ? `198${at}-02-0${patientFieldNames.indexOf(name) + 1}` : `${name} ${at}`
  })

test('every column of a patient is set by operations or a field of the table, which the full export includes', async ({
  clinic,
}) => {
  const found = await clinic.db.$queryRaw<{ column: string }[]>`
    SELECT column_name::text AS "column" FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = 'patients'`
  const columns = found.map(({ column }) => column)
  const personal = columns.filter((column) => !workflowColumns.includes(column))
  const fields = patientFieldNames.map((name) => patientFields[name].column)
  expect(personal.sort()).toEqual([...fields].sort())
  const { tables } = await surveyTables(clinic.db)
  const exported = tables.find(({ name }) => name === 'patients')?.columns
  expect(exported).toEqual(expect.arrayContaining(fields))
})

test('every field is added, edited and returned by REST and GraphQL', async ({ clinic, server }) => {
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user({ role: 'staff' })).email)
  const { json } = await visitor.call('POST', '/api/patients', person(1))
  expect(json).toMatchObject(person(1))
  const { id: patientId } = json as { id: string }
  const names = patientFieldNames.join(' ')
  const { data, errors } = await visitor.graphql(
    `mutation ($input: EditPatientInput!) { editPatient(input: $input) { ${names} } }`,
    { input: { patientId, ...person(2) } },
  )
  expect([errors, data]).toEqual([[], { editPatient: person(2) }])
  expect((await visitor.call('GET', `/api/patients/${patientId}`)).json).toMatchObject(person(2))
  const edit = await clinic.db.auditLog.findFirst({ where: { action: 'updated', patientId } })
  expect(edit?.details).toEqual(editOf(...patientFieldNames))
})

test('every field is imported from a column with its label, and reported unless it is a long text', async ({
  clinic,
  server,
}) => {
  const imports = await setUpImports(clinic)
  const csv = (cells: string[]) => `${cells.join(',')}\n`
  const labels = patientFieldNames.map((name) => patientFields[name].label)
  expect(new Set(guessColumns(labels).map(({ field }) => field))).toEqual(new Set(patientFieldNames))
  const file = csv(labels) + csv(Object.values(person(3)))
  const mapping = Object.fromEntries(patientFieldNames.map((name, column) => [name, column]))
  expect(await imports.whole(file, { mapping })).toMatchObject({ state: 'finished', created: 1 })
  const [patient] = await imports.patients()
  const stored = mapPatientFields((name, { kind }) => {
    const value = patient?.[name]
    return kind === 'date' && value instanceof Date ? value.toISOString().slice(0, 10) : value
  })
  expect(stored).toEqual(person(3))

  const visitor = server.visitor()
  await visitor.signIn(imports.user.email)
  const [head = '', row = ''] = (await visitor.call('GET', '/api/reports/patients.csv')).text.split('\r\n')
  const reported = patientFieldNames.filter((name) => patientFields[name].kind !== 'long_text')
  for (const name of reported) expect(row.split(',')[head.split(',').indexOf(name)]).toBe(person(3)[name])
})
