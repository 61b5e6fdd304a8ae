import { expect } from 'vitest'
import { openTestClinic, PASSWORD } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { openTestServer, type Visitor } from '#tests/support/testServer.ts'

const sentence = expect.stringMatching(/^Too many attempts to sign in\. Try again in 1[45] minutes\.$/)
const document = 'mutation($i: SignInInput!) { signIn(input: $i) { message } }'

async function guess(visitor: Visitor, email: string, times: number) {
  for (let count = 0; count < times; count += 1)
    expect((await visitor.call('POST', '/api/auth/login', { email, password: 'guess' })).status).toBe(401)
}

/** The responses to a visitor with the right password, over REST and GraphQL. */
async function answers(visitor: Visitor, email: string) {
  const rest = await visitor.call('POST', '/api/auth/login', { email, password: PASSWORD })
  const variables = { i: { email, password: PASSWORD } }
  return { rest, graphql: await visitor.call('POST', '/graphql', { query: document, variables }) }
}

test('above the limit GraphQL and REST respond with 429 and Retry-After', async ({ clinic, server }) => {
  const { email } = await clinic.user()
  await guess(server.visitor(), email, 10)
  const { rest, graphql } = await answers(server.visitor(), email)
  for (const answer of [rest, graphql]) {
    expect(answer.status).toBe(429)
    const seconds = Number(answer.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(13 * 60)
    expect(seconds).toBeLessThanOrEqual(15 * 60)
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
  expect(rest.json).toEqual({ code: 'rate_limited', message: sentence })
  expect(graphql.json).toEqual({
    data: null,
    errors: [
      expect.objectContaining({
        message: sentence,
        extensions: { code: 'rate_limited', retryAfter: expect.any(Number) },
      }),
    ],
  })
})

test('a second process applies the same limit, and so does one that starts later', async ({
  clinic,
  database,
  server,
}) => {
  const { email } = await clinic.user()
  await guess(server.visitor(), email, 5)
  const beside = await openTestClinic(database.ownerUrl)
  const other = await openTestServer(beside)
  await guess(other.visitor(), email, 5)
  expect((await answers(server.visitor(), email)).rest.status).toBe(429)
  await other.close()
  await beside.close()

  const again = await openTestClinic(database.ownerUrl)
  const restarted = await openTestServer(again)
  const { rest, graphql } = await answers(restarted.visitor(), email)
  expect([rest.status, graphql.status]).toEqual([429, 429])
  await restarted.close()
  await again.close()
})

test('all guesses in one document are counted', async ({ clinic, server }) => {
  const { email } = await clinic.user()
  const names = Array.from({ length: 15 }, (_, index) => `guess${index}`)
  const query = `mutation($i: SignInInput!) { ${names.map((name) => `${name}: signIn(input: $i) { message }`).join(' ')} }`
  // The first wrong guess ends its mutation, so it takes several to use up the attempts.
  for (let count = 0; count < 15; count += 1)
    await server.visitor().graphql(query, { i: { email, password: 'guess' } })
  expect(await clinic.db.auditLog.count({ where: { action: 'login_failed' } })).toBe(10)

  const hundred = `mutation($i: SignInInput!) { ${Array.from({ length: 100 }, (_, index) => `g${index}: signIn(input: $i) { message }`).join(' ')} }`
  const refused = await server.visitor().graphql(hundred, { i: { email, password: 'guess' } })
  expect(refused.errors[0]?.message).toMatch(/^Use at most 15 aliases|tokens/)
})

test('an attempt with invalid input is not counted', async ({ clinic, server }) => {
  const { email } = await clinic.user()
  const visitor = server.visitor()
  for (let count = 0; count < 12; count += 1)
    expect((await visitor.call('POST', '/api/auth/login', { email, password: '' })).status).toBe(400)
  expect((await visitor.signIn(email)).status).toBe(200)
})
