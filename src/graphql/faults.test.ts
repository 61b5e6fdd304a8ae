import { expect } from 'vitest'
import { withoutRight } from '#tests/support/rights.ts'
import { test } from '#tests/support/test.ts'

const inside = /permission|denied|prisma|postgres|SELECT|node_modules|\.ts|stack/i

test('an internal error is reported with a reference and no internals, by GraphQL and REST', async ({
  clinic,
  server,
  database,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const visitor = server.visitor()
  await visitor.signIn(admin.email)
  await withoutRight(database, 'SELECT ON patients', async () => {
    const { errors } = await visitor.graphql('{ patients { totalCount } }')
    expect(errors).toHaveLength(1)
    const [error] = errors
    expect(error?.extensions).toEqual({ code: 'internal', reference: expect.stringMatching(/^[\w-]{36}$/) })
    expect(error?.message).toContain(Object(error?.extensions).reference)
    expect(error?.message).not.toMatch(inside)

    const answer = await visitor.call('GET', '/api/patients')
    expect(answer.status).toBe(500)
    expect(answer.json).toEqual({
      code: 'internal',
      message: expect.any(String),
      reference: expect.any(String),
    })
    expect(answer.text).not.toMatch(inside)
  })
})

test('an error while a change is read back says that the change was made, by GraphQL and REST', async ({
  clinic,
  server,
  database,
}) => {
  const program = server.visitor()
  await program.signIn((await clinic.user({ role: 'admin' })).email)
  const adding = 'mutation($input: AddPatientInput!) { addPatient(input: $input) { identifiers { value } } }'
  const person = (email: string) => ({ firstName: 'Ines', lastName: 'Okafor', email })
  await withoutRight(database, 'SELECT ON identifiers', async () => {
    const { errors } = await program.graphql(adding, { input: person('ines@example.test') })
    expect(errors.map(({ message, extensions }) => [message, extensions.isChanged])).toEqual([
      [expect.stringMatching(/^Your change was made, but /), true],
    ])
    const keyed = { 'idempotency-key': 'one' }
    const byRest = () => program.call('POST', '/api/patients', person('ada@example.test'), keyed)
    const answer = await byRest()
    expect([answer.status, answer.json]).toEqual([
      500,
      expect.objectContaining({ code: 'internal', isChanged: true }),
    ])
    // The error says nothing about the change, so it is not repeated.
    expect(await byRest()).toMatchObject({ status: 409, json: { reason: 'answer_lost' } })
  })
  await withoutRight(database, 'SELECT ON patients', async () => {
    const { errors } = await program.graphql(adding, { input: person('eve@example.test') })
    expect(errors[0]?.message).toContain('nothing was changed')
  })
  expect(await clinic.db.patient.count()).toBe(2)
})

test('while the database is unavailable, GraphQL and REST respond with 503 and Retry-After', async ({
  clinic,
  server,
}) => {
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user({ role: 'admin' })).email)
  const { db, statements } = clinic.instances
  const away = () => Promise.reject(Object.assign(new Error('gone'), { code: 'P1001' }))
  Object.assign(clinic.instances, {
    db: Object.create(db, { $queryRaw: { value: away } }),
    statements: { rows: away },
  })
  try {
    const answer = await visitor.call('GET', '/api/patients')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    const { errors } = await visitor.graphql('{ me { id } }')
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['unavailable'])
    const page = await visitor.call('GET', '/graphql', undefined, { accept: 'text/html' })
    expect(page.status).toBe(503)
  } finally {
    Object.assign(clinic.instances, { db, statements })
  }
  expect((await visitor.call('GET', '/api/patients')).status).toBe(200)
})
