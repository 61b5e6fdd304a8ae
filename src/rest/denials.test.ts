import { describe, expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import type { TestServer, Visitor } from '#tests/support/testServer.ts'

const missing = '01a1fcf0-bbdc-730f-8d22-fb8393291341'

type Attempt = { rest: (id: string) => [string, string, object?]; graphql: (id: string) => [string, object] }

const attempts: Record<string, Attempt> = {
  override: {
    rest: (id) => ['PATCH', `/api/patients/${id}/status`, { status: 'schedulable' }],
    graphql: (id) => [
      'mutation($i: OverridePatientStatusInput!) { overridePatientStatus(input: $i) { id } }',
      { i: { patientId: id, status: 'schedulable' } },
    ],
  },
  drop: {
    rest: (id) => ['POST', `/api/patients/${id}/drop`, { dropReason: 'Moved out of state' }],
    graphql: (id) => [
      'mutation($i: DropPatientInput!) { dropPatient(input: $i) { id } }',
      { i: { patientId: id, dropReason: 'Moved out of state' } },
    ],
  },
  open: {
    rest: (id) => ['GET', `/api/patients/${id}`],
    graphql: (id) => ['query($id: ID!) { patient(id: $id) { id } }', { id }],
  },
  'read notes': {
    rest: (id) => ['GET', `/api/patients/${id}/notes`],
    graphql: (id) => ['query($id: ID!) { patientNotes(patientId: $id) { edges { cursor } } }', { id }],
  },
  'send consent': {
    rest: (id) => ['POST', `/api/patients/${id}/send-consent`],
    graphql: (id) => [
      'mutation($i: SendConsentInput!) { sendConsent(input: $i) { id } }',
      { i: { patientId: id } },
    ],
  },
}

async function attorneyAt(clinic: TestClinic, server: TestServer) {
  const user = await clinic.user({ role: 'attorney' })
  const visitor = server.visitor()
  await visitor.signIn(user.email)
  const denied = async () =>
    (await clinic.db.auditLog.findMany({ where: { action: 'denied' } }))
      .map(({ resourceType, resourceId, userId }) => `${resourceType} ${resourceId} ${userId}`)
      .sort()
  return { user, visitor, denied }
}

const throughBoth = (visitor: Visitor, { rest, graphql }: Attempt, id: string) => ({
  rest: async () => (await visitor.call(...rest(id))).status,
  graphql: async () => (await visitor.graphql(...graphql(id))).errors[0]?.extensions.code,
})

describe('a denial by GraphQL or REST writes one audit row with the requested ID', () => {
  test.for(Object.keys(attempts).filter((name) => name !== 'override'))(
    '%s',
    async (name, { clinic, server }) => {
      const { user, visitor, denied } = await attorneyAt(clinic, server)
      const invisible = (await clinic.patient()).id
      const expected: string[] = []
      for (const id of [missing, invisible]) {
        const ways = throughBoth(visitor, attempts[name] as Attempt, id)
        expect(await ways.rest()).toBe(404)
        expect(await ways.graphql()).toBe('not_found')
        const row = `patient ${id} ${user.id}`
        expected.push(row, row)
      }
      expect(await denied()).toEqual(expected.sort())
    },
  )

  test('an attorney cannot override a status', async ({ clinic, server }) => {
    const { user, visitor, denied } = await attorneyAt(clinic, server)
    const { id } = await clinic.patient({ assignedAttorneyId: user.id })
    const ways = throughBoth(visitor, attempts.override as Attempt, id)
    expect(await ways.rest()).toBe(403)
    expect(await ways.graphql()).toBe('forbidden')
    const row = `patient ${id} ${user.id}`
    expect(await denied()).toEqual([row, row])
  })

  test('a call without an ID is recorded by its name', async ({ clinic, server }) => {
    const { user, visitor, denied } = await attorneyAt(clinic, server)
    expect((await visitor.call('GET', '/api/audit-logs?limit=5')).status).toBe(403)
    expect((await visitor.call('POST', '/api/patients', {})).status).toBe(403)
    await visitor.graphql('{ auditLogs { totalCount } }')
    await visitor.graphql('mutation($i: AddPatientInput!) { addPatient(input: $i) { id } }', { i: {} })
    const rows = ['addPatient', 'addPatient', 'auditLogs', 'auditLogs']
    expect(await denied()).toEqual(rows.map((field) => `${field} null ${user.id}`))
  })

  test('a call is recorded by its name even if GraphQL rejects its arguments', async ({ clinic, server }) => {
    const { visitor } = await attorneyAt(clinic, server)
    await visitor.graphql('mutation($i: AddPatientInput!) { addPatient(input: $i) { id } }', { i: 7 })
    await visitor.call('POST', '/api/patients', { firstName: 7 })
    const rows = await clinic.db.auditLog.findMany({ where: { action: 'denied' } })
    const details = { code: 'forbidden', field: 'addPatient' }
    expect(rows.map((row) => row.details)).toEqual([details, details])
  })

  test('a call is recorded by the ID of the resource to change, even if other IDs come first', async ({
    clinic,
    server,
  }) => {
    const { user, visitor, denied } = await attorneyAt(clinic, server)
    const successorId = user.id
    const document = 'mutation($i: DeleteUserInput!) { deleteUser(input: $i) { id } }'
    await visitor.graphql(document, { i: { successorId, userId: missing } })
    await visitor.graphql(
      `mutation { deleteUser(input: { successorId: "${successorId}", userId: "${missing}" }) { id } }`,
    )
    await visitor.call('DELETE', `/api/users/${missing}`, { successorId })
    expect(await denied()).toEqual(Array(3).fill(`user ${missing} ${user.id}`))
  })

  test('a call with an ID that cannot be stored is recorded by its name', async ({ clinic, server }) => {
    const { user, visitor, denied } = await attorneyAt(clinic, server)
    const override = attempts.override as Attempt
    expect(await throughBoth(visitor, override, '%00').rest()).toBe(403)
    for (const id of ['\u0000', '\ud800'])
      expect(await throughBoth(visitor, override, id).graphql()).toBe('forbidden')
    expect(await denied()).toEqual(Array(3).fill(`overridePatientStatus null ${user.id}`))
  })

  test('a call with an invalid ID is recorded by the kind of resource', async ({ clinic, server }) => {
    const { email, id } = await clinic.user({ role: 'admin' })
    const visitor = server.visitor()
    await visitor.signIn(email)
    const call = await visitor.call('GET', '/api/patient-imports/%00/report.csv')
    expect(call.status).toBe(404)
    const document = 'query($id: ID!) { patientImport(id: $id) { id } }'
    for (const missing of ['\u0000', 'x'.repeat(100_000)])
      expect((await visitor.graphql(document, { id: missing })).errors[0]?.extensions.code).toBe('not_found')
    const rows = await clinic.db.auditLog.findMany({ where: { action: 'denied', userId: id } })
    expect(rows.map(({ resourceType, resourceId }) => `${resourceType} ${resourceId}`)).toEqual(
      Array(3).fill('patient_import null'),
    )
  })

  test('a 401 without a session writes no row', async ({ clinic, server }) => {
    const visitor = server.visitor()
    for (const attempt of Object.values(attempts)) {
      const ways = throughBoth(visitor, attempt, missing)
      expect(await ways.rest()).toBe(401)
      expect(await ways.graphql()).toBe('unauthenticated')
    }
    expect(await clinic.db.auditLog.count()).toBe(0)
  })
})
