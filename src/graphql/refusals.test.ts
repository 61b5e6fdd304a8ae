import { parse } from 'graphql'
import { describe, expect } from 'vitest'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import { allSpellings, type Input } from '#tests/support/argumentSpellings.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import type { Visitor } from '#tests/support/testServer.ts'
import { argumentFailure, variableError } from './refusals.ts'

async function signedIn(clinic: TestClinic, visitor: Visitor, role: 'admin' | 'staff' | 'attorney') {
  const user = await clinic.user({ role })
  await visitor.signIn(user.email)
  return user
}

/** The audit rows of denied calls. */
const denials = ({ db }: TestClinic) =>
  db.auditLog.findMany({
    where: { action: 'denied' },
    select: { resourceType: true, resourceId: true, details: true },
  })

type GraphQLRequest = { query: string; variables: object }
const send = async (visitor: Visitor, { query, variables }: GraphQLRequest, headers = {}) =>
  (await visitor.call('POST', '/graphql', { query, variables }, headers)).json as {
    errors?: { message: string; extensions: { code: string; fields?: object } }[]
  }

const TYPES = { patientId: 'ID!', assignedAttorney: 'String!' }
describe('the audit row of a denied call has the ID from the input, in whichever way it was passed', () => {
  test('by a person without the role', async ({ clinic, server }) => {
    const { id: patientId } = await clinic.patient()
    const visitor = server.visitor()
    await signedIn(clinic, visitor, 'staff')
    const input = { patientId, assignedAttorney: 'none' }
    const spellings = allSpellings('reassignPatient', 'ReassignPatientInput', TYPES, input)
    for (const { name, request: one } of spellings)
      expect((await send(visitor, one)).errors, name).toMatchObject([{ extensions: { code: 'forbidden' } }])
    expect((await visitor.call('PATCH', `/api/patients/${patientId}/assignment`, {})).status).toBe(403)
    expect(await denials(clinic)).toEqual(
      Array(spellings.length + 1).fill({
        resourceType: 'patient',
        resourceId: patientId,
        details: { code: 'forbidden', field: 'reassignPatient' },
      }),
    )
  })

  test('by a person without the role, with invalid arguments', async ({ clinic, server }) => {
    const { id: patientId } = await clinic.patient()
    const visitor = server.visitor()
    await signedIn(clinic, visitor, 'staff')
    const spellings = allSpellings(
      'reassignPatient',
      'ReassignPatientInput',
      { patientId: 'ID!' },
      { patientId },
    )
    for (const { name, request: one } of spellings)
      expect((await send(visitor, one)).errors, name).toMatchObject([{ extensions: { code: 'forbidden' } }])
    const rows = await denials(clinic)
    expect(rows.map(({ resourceId }) => resourceId)).toEqual(Array(spellings.length).fill(patientId))
  })

  test('by a read-only key', async ({ clinic, server }) => {
    const { id: patientId } = await clinic.patient()
    const admin = await clinic.user({ role: 'admin' })
    const { secret } = await createApiKey(clinic.as(admin), { userId: admin.id, name: 'Key', scope: 'read' })
    const authorization = `Bearer ${secret}`
    const input = { patientId, assignedAttorney: 'none' }
    const spellings = allSpellings('reassignPatient', 'ReassignPatientInput', TYPES, input)
    for (const { name, request: one } of spellings)
      expect((await send(server.visitor(), one, { authorization })).errors, name).toMatchObject([
        { extensions: { code: 'forbidden' } },
      ])
    const rest = await server
      .visitor()
      .call('PATCH', `/api/patients/${patientId}/assignment`, {}, { authorization })
    expect(rest.status).toBe(403)
    const rows = await denials(clinic)
    expect(rows.map(({ resourceType, resourceId }) => [resourceType, resourceId])).toEqual(
      Array(spellings.length + 1).fill(['patient', patientId]),
    )
  })

  test('in an argument with another name than input', async ({ clinic, server }) => {
    const { id } = await clinic.user()
    const visitor = server.visitor()
    await signedIn(clinic, visitor, 'staff')
    for (const one of [
      { query: `{ user(id: "${id}") { id } }`, variables: {} },
      { query: 'query($id: ID!) { user(id: $id) { id } }', variables: { id } },
      { query: 'query($x: ID!) { somebody: user(id: $x) { id } }', variables: { x: id } },
      { query: 'query($x: ID!) { somebody: user(id: $x, first: 3) { id } }', variables: { x: id } },
    ])
      expect((await send(visitor, one)).errors).toMatchObject([{ extensions: { code: 'forbidden' } }])
    expect(await denials(clinic)).toEqual(
      Array(4).fill({ resourceType: 'user', resourceId: id, details: { code: 'forbidden', field: 'user' } }),
    )
  })

  test('of several calls, one of them for a missing object', async ({ clinic, server }) => {
    const patientId = '5d3f6a52-2a3e-4a8b-9f52-0b5c2c5b8a11'
    const visitor = server.visitor()
    await signedIn(clinic, visitor, 'admin')
    const input = { patientId, assignedAttorney: 'none' }
    const spellings = allSpellings('reassignPatient', 'ReassignPatientInput', TYPES, input)
    for (const { name, request: one } of spellings)
      expect((await send(visitor, one)).errors, name).toMatchObject([{ extensions: { code: 'not_found' } }])
    expect(await denials(clinic)).toEqual(
      Array(spellings.length).fill({
        resourceType: 'patient',
        resourceId: patientId,
        details: { code: 'not_found', field: 'reassignPatient' },
      }),
    )
  })
})

describe('invalid fields get the same errors, in whichever way the argument was passed', () => {
  const required = { firstName: 'String!', lastName: 'String!', email: 'String!' }
  const good = { firstName: 'Maren', lastName: 'Lindqvist', email: 'maren@example.test' }
  const wrong: [string, Input, Record<string, string>][] = [
    ['empty', { ...good, firstName: '' }, required],
    [
      'left out',
      { firstName: 'Maren', email: 'maren@example.test' },
      { firstName: 'String!', email: 'String!' },
    ],
    ['a number', { ...good, lastName: 7 }, { ...required, lastName: 'Int!' }],
    ['null', { ...good, email: null }, { ...required, email: 'String' }],
    ['unknown', { ...good, middleName: 'T' }, { ...required, middleName: 'String!' }],
  ]

  test.for(wrong)('a field that is %s', async ([, input, types], { clinic, server }) => {
    const visitor = server.visitor()
    await signedIn(clinic, visitor, 'admin')
    const { json } = await visitor.call('POST', '/api/patients', input)
    const { fields } = json as { fields: object }
    expect(Object.keys(fields)).toHaveLength(1)
    for (const { name, request } of allSpellings('addPatient', 'AddPatientInput', types, input)) {
      const { errors } = await send(visitor, request)
      expect(errors, name).toMatchObject([{ extensions: { code: 'invalid' } }])
      expect(errors?.[0]?.extensions.fields, name).toEqual(fields)
    }
    expect(await clinic.db.patient.count()).toBe(0)
  })

  test('the error of an argument with another name than input has that name', async ({ clinic, server }) => {
    const visitor = server.visitor()
    await signedIn(clinic, visitor, 'admin')
    for (const one of [
      { query: '{ patients(first: "many") { totalCount } }', variables: {} },
      {
        query: 'query($first: Int) { patients(first: $first) { totalCount } }',
        variables: { first: 'many' },
      },
      { query: 'query($n: Int) { patients(first: $n) { totalCount } }', variables: { n: 'many' } },
    ])
      expect((await send(visitor, one)).errors).toMatchObject([
        { extensions: { code: 'invalid', fields: { first: expect.stringContaining('Int') } } },
      ])
  })
})

test('errors outside the arguments keep GraphQL’s own message', async ({ clinic, server }) => {
  const visitor = server.visitor()
  await signedIn(clinic, visitor, 'admin')
  const { errors } = await send(visitor, {
    query: '{ patients(first: 1) { totalCuont } }',
    variables: {},
  })
  expect(errors).toMatchObject([
    { message: 'Cannot query field "totalCuont" on type "QueryPatientsConnection".' },
  ])
})

describe('the work for invalid variables is linear in their size', () => {
  const mutation = 'mutation($input: SaveViewInput!) { saveView(input: $input) { id } }'

  test.for(['unknown fields', 'values in a list'])('%s', (kind) => {
    const readsOf = (n: number) => {
      const many = Object.fromEntries(Array.from({ length: n }, (_, at) => [`field${at}`, at]))
      let reads = 0
      const counted = new Proxy(kind === 'values in a list' ? Object.values(many) : many, {
        get: (target, name) => {
          reads += 1
          return Reflect.get(target, name)
        },
      })
      const request = { document: parse(mutation), variables: { input: counted } }
      expect(variableError(request)).toBeDefined()
      expect(argumentFailure(request)).not.toBeNull()
      return reads
    }
    const [small, large] = [readsOf(1000), readsOf(2000)]
    expect(small).toBeLessThan(10_000)
    expect(large).toBeLessThanOrEqual(2.1 * small)
  })
})
