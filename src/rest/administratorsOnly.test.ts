import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'

const id = '01a1fce0-ee66-720f-a396-036531c7261f'
const newcomer = {
  firstName: 'Lena',
  lastName: 'Hart',
  email: 'lena@clinic.test',
  password: 'a long pass phrase',
}

/** Operations that only administrators may use, by GraphQL and REST. */
const calls: [
  rest: [method: string, path: string, body?: object],
  graphql: [query: string, input?: object],
][] = [
  [['GET', '/api/users'], ['{ users { edges { node { id } } } }']],
  [
    ['POST', '/api/users/create', newcomer],
    ['mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }', newcomer],
  ],
  [
    ['PATCH', `/api/users/${id}/status`, { isActive: false }],
    [
      'mutation ($input: SetUserActiveInput!) { setUserActive(input: $input) { id } }',
      { userId: id, isActive: false },
    ],
  ],
  [
    ['DELETE', `/api/users/${id}`],
    ['mutation ($input: DeleteUserInput!) { deleteUser(input: $input) { id } }', { userId: id }],
  ],
  [
    ['PATCH', `/api/patients/${id}/assignment`, { assignedAttorney: 'none' }],
    [
      'mutation ($input: ReassignPatientInput!) { reassignPatient(input: $input) { id } }',
      { patientId: id, assignedAttorney: 'none' },
    ],
  ],
  [['GET', '/api/audit-logs?action=viewed'], ['{ auditLogs { edges { node { id } } } }']],
]

const denied = (clinic: TestClinic) => clinic.db.auditLog.count({ where: { action: 'denied' } })

test.for(calls)(
  '%j is only for administrators by GraphQL and REST, and each denial writes an audit row',
  async ([rest, graphql], { clinic, server }) => {
    for (const role of ['staff', 'attorney'] as const) {
      const visitor = server.visitor()
      await visitor.signIn((await clinic.user({ role })).email)
      const before = await denied(clinic)
      expect((await visitor.call(...rest)).status).toBe(403)
      const { errors } = await visitor.graphql(graphql[0], { input: graphql[1] })
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['forbidden'])
      expect(await denied(clinic)).toBe(before + 2)
    }
    expect(await clinic.db.user.count({ where: { email: newcomer.email } })).toBe(0)
  },
)
