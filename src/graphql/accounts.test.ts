import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { statementsOf, work } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import type { TestServer, Visitor } from '#tests/support/testServer.ts'

async function signedIn(
  clinic: TestClinic,
  server: TestServer,
  values: Parameters<TestClinic['user']>[0] = {},
) {
  const user = await clinic.user(values)
  const visitor = server.visitor()
  await visitor.signIn(user.email)
  return { user, visitor }
}

const codes = async (answer: ReturnType<Visitor['graphql']>) =>
  (await answer).errors.map(({ extensions }) => extensions.code)

/** Every operation on accounts and sessions that only administrators have. */
const mutations: Record<string, [document: string, input: object]> = {
  editUser: ['mutation($i: EditUserInput!) { editUser(input: $i) { id } }', { firstName: 'Eve' }],
  changeRole: ['mutation($i: EditUserInput!) { editUser(input: $i) { id } }', { role: 'admin' }],
  resetPassword: [
    'mutation($i: ResetPasswordInput!) { resetPassword(input: $i) { id } }',
    { password: 'let me in once' },
  ],
  unlockUser: ['mutation($i: UnlockUserInput!) { unlockUser(input: $i) { id } }', {}],
  endUserSessions: ['mutation($i: EndUserSessionsInput!) { endUserSessions(input: $i) }', {}],
  user: ['query($id: ID!) { user(id: $id) { id email } }', {}],
  userSessions: ['query($id: ID!) { userSessions(userId: $id) { id } }', {}],
}

test.for(Object.entries(mutations))(
  '%s is only for administrators, and each denial writes an audit row',
  async ([, [document, input]], { clinic, server }) => {
    const { user: sam, visitor: samHere } = await signedIn(clinic, server)
    const variables = { id: sam.id, i: { userId: sam.id, ...input } }
    expect(await codes(server.visitor().graphql(document, variables))).toEqual(['unauthenticated'])
    for (const role of ['staff', 'attorney'] as const) {
      const { visitor } = await signedIn(clinic, server, { role })
      expect(await codes(visitor.graphql(document, variables)), role).toEqual(['forbidden'])
    }
    expect(await clinic.db.auditLog.count({ where: { action: 'denied', resourceId: sam.id } })).toBe(2)
    expect(await clinic.db.user.findUnique({ where: { id: sam.id } })).toEqual(sam)
    expect((await samHere.call('GET', '/api/auth/user')).status).toBe(200)

    const { visitor: admin } = await signedIn(clinic, server, { role: 'admin' })
    expect(await codes(admin.graphql(document, variables))).toEqual([])
  },
)

test('an account is found by its ID and the view is audited; a deleted one is not found', async ({
  clinic,
  server,
}) => {
  const { visitor, user: admin } = await signedIn(clinic, server, { role: 'admin' })
  const sam = await clinic.user()
  const gone = await clinic.user({ deletedAt: clinic.now })
  const query = 'query($id: ID!) { user(id: $id) { id email role isActive lockedUntil } }'
  expect((await visitor.graphql(query, { id: sam.id })).data).toEqual({
    user: { id: sam.id, email: sam.email, role: 'staff', isActive: true, lockedUntil: null },
  })
  expect(await clinic.db.auditLog.findMany({ where: { action: 'viewed' } })).toMatchObject([
    { resourceType: 'user', resourceId: sam.id, userId: admin.id },
  ])
  expect(await codes(visitor.graphql(query, { id: gone.id }))).toEqual(['not_found'])
})

test('a page of accounts with their locks takes the same number of statements for two and for thirty', async ({
  clinic,
  server,
}) => {
  const { visitor } = await signedIn(clinic, server, { role: 'admin' })
  const { email } = await clinic.user({ lastName: 'Aaron' })
  for (let count = 0; count < 30; count += 1) await clinic.user()
  for (let count = 0; count < 10; count += 1)
    await server.visitor().call('POST', '/api/auth/login', { email, password: 'guess' })
  const page = async (first: number) => {
    let edges: { node: { email: string; lockedUntil: string | null } }[] = []
    const statements = await statementsOf(async () => {
      const query = `{ users(first: ${first}) { edges { node { id email lockedUntil } } } }`
      edges = (await visitor.ask<{ users: { edges: typeof edges } }>(query)).users.edges
    })
    const locked = edges.filter(({ node }) => node.lockedUntil !== null).map(({ node }) => node.email)
    return { rows: edges.length, locked, statements: work(statements).length }
  }
  const [few, many] = [await page(2), await page(30)]
  expect([few.rows, many.rows]).toEqual([2, 30])
  expect([few.locked, many.locked]).toEqual([[email], [email]])
  expect([few.statements, many.statements]).toEqual([5, 5])
})

test('a user who is deactivated, demoted, deleted, reset or signed out is refused at every endpoint on the next call', async ({
  clinic,
  server,
}) => {
  const { visitor: admin } = await signedIn(clinic, server, { role: 'admin' })
  const acts = [
    'mutation($id: ID!) { setUserActive(input: { userId: $id, isActive: false }) { id } }',
    'mutation($id: ID!) { editUser(input: { userId: $id, role: attorney }) { id } }',
    'mutation($id: ID!) { deleteUser(input: { userId: $id }) { id } }',
    'mutation($id: ID!) { resetPassword(input: { userId: $id, password: "let me in once" }) { id } }',
    'mutation($id: ID!) { endUserSessions(input: { userId: $id }) }',
  ]
  for (const act of acts) {
    const { user, visitor } = await signedIn(clinic, server, { role: 'admin' })
    expect((await visitor.call('GET', '/api/patients')).status).toBe(200)
    expect(await codes(admin.graphql(act, { id: user.id })), act).toEqual([])
    expect((await visitor.call('GET', '/api/patients')).status, act).toBe(401)
    expect(await codes(visitor.graphql('{ patients { totalCount } }')), act).toEqual(['unauthenticated'])
  }
})

test('ending the current session removes its cookie; ending another keeps it', async ({ clinic, server }) => {
  const { user, visitor } = await signedIn(clinic, server)
  const elsewhere = server.visitor()
  await elsewhere.signIn(user.email)
  type Sessions = { mySessions: { id: string; isCurrent: boolean }[] }
  const mine = async () => (await visitor.ask<Sessions>('{ mySessions { id isCurrent } }')).mySessions
  const end = (sessionId: string | undefined) =>
    visitor.call('POST', '/graphql', {
      query: 'mutation($i: EndSessionInput!) { endSession(input: $i) }',
      variables: { i: { sessionId } },
    })
  const other = await end((await mine()).find(({ isCurrent }) => !isCurrent)?.id)
  expect([other.status, other.headers.get('set-cookie')]).toEqual([200, null])
  expect((await elsewhere.call('GET', '/api/auth/user')).status).toBe(401)

  const [here, ...rest] = await mine()
  expect([here?.isCurrent, rest]).toEqual([true, []])
  expect((await end(here?.id)).headers.get('set-cookie')).toMatch(/Max-Age=0/)
  expect((await visitor.call('GET', '/api/auth/user')).status).toBe(401)
})
