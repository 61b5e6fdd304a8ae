import { expect, onTestFinished } from 'vitest'
import { openMetrics } from '#app/metrics.ts'
import { asOwner } from '#tests/support/rights.ts'
import { test } from '#tests/support/test.ts'
import { openTestServer } from '#tests/support/testServer.ts'

const cases = [
  ['ENOSPC', 507, 'storage_full', 'The disk of the server is full, so nothing was saved.', null],
  ['EROFS', 503, 'storage_read_only', 'The storage of the server accepts no changes just now', '5'],
  ['EMFILE', 503, 'too_many_files', 'The server has too many files open just now.', '5'],
] as const

test.for(cases)(
  'an upload that meets %s is answered %i with its own sentence, and counted',
  async ([code, status, name, sentence, retryAfter], { clinic }) => {
    const measured = openMetrics(async () => 0)
    const server = await openTestServer(clinic, { measured })
    const { put } = clinic.instances.recordStore
    clinic.instances.recordStore.put = async () => {
      throw Object.assign(new Error(`${code}: /srv/secret-path`), { code, syscall: 'open' })
    }
    onTestFinished(async () => {
      clinic.instances.recordStore.put = put
      await server.close()
    })
    const patient = await clinic.patient()
    const visitor = server.visitor()
    await visitor.signIn((await clinic.user()).email)
    const form = new FormData()
    form.set('file', new Blob(['%PDF-1.7']), 'scan.pdf')
    const answer = await visitor.send('POST', `/api/patients/${patient.id}/records`, form)

    expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter])
    const { message } = answer.json as { message: string }
    expect(message).toContain(sentence)
    expect(message).toContain(answer.headers.get('x-request-id'))
    expect(answer.text).not.toContain('secret-path')
    expect(await measured.metrics.text()).toContain(`caseload_failures_total{code="${name}"} 1`)
    expect(await clinic.db.patientRecord.count()).toBe(0)
  },
)

test('a full disk of the database is told in REST and GraphQL, and nothing is saved', async ({
  clinic,
  server,
  database,
}) => {
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user()).email)
  const person = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.test' }
  const full = `create function no_space() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger no_space before insert on patients execute function no_space()`
  await asOwner(database, (owner) => owner.query(full))
  try {
    const answer = await visitor.call('POST', '/api/patients', person)
    expect([answer.status, answer.json]).toEqual([
      507,
      {
        code: 'storage_full',
        message: expect.stringContaining('The disk of the server is full, so nothing was saved.'),
      },
    ])
    const mutation = 'mutation Add($input: AddPatientInput!) { addPatient(input: $input) { id } }'
    const { errors } = await visitor.graphql(mutation, { input: person })
    expect(errors[0]?.extensions.code).toBe('storage_full')
  } finally {
    await asOwner(database, (owner) => owner.query('drop function no_space cascade'))
  }
  expect((await visitor.call('POST', '/api/patients', person)).status).toBe(201)
})
