import { expect } from 'vitest'
import { test } from '#tests/support/test.ts'

const document = 'mutation($i: SignInInput!) { signIn(input: $i) { message } }'
const fields = Object.fromEntries(Array.from({ length: 9_900 }, (_, index) => [`extra${index}`, index]))
const input = { email: 'sam@clinic.test', password: 'guess', ...fields }

test('the error of a sign-in with thousands of unknown fields has only a few names', async ({ server }) => {
  const visitor = server.visitor()
  for (const answer of [
    await visitor.call('POST', '/graphql', { query: document, variables: { i: input } }),
    await visitor.call('POST', '/api/auth/login', input),
  ]) {
    expect(answer.text).toContain('Unknown field: extra19 and 9880 more')
    expect(answer.text.length).toBeLessThan(3_000)
  }
})

test('the error for a value of the wrong type quotes only a few characters', async ({ clinic, server }) => {
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user({ role: 'admin' })).email)
  const query = 'query($search: String, $first: Int) { users(search: $search, first: $first) { totalCount } }'
  for (const variables of [{ search: fields }, { first: fields }, { first: 'x'.repeat(100_000) }]) {
    const { status, text } = await visitor.call('POST', '/graphql', { query, variables })
    expect([status, text.length < 1_500], text.slice(0, 200)).toEqual([200, true])
  }
})
