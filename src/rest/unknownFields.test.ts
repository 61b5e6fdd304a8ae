import { expect } from 'vitest'
import { test } from '#testing/test.ts'

const document = 'mutation($i: SignInInput!) { signIn(input: $i) { message } }'
const fields = Object.fromEntries(Array.from({ length: 9_900 }, (_, index) => [`extra${index}`, index]))
const input = { email: 'sam@clinic.test', password: 'guess', ...fields }

test('signing in with thousands of unknown fields is answered in a few names', async ({ door }) => {
  const visitor = door.visitor()
  for (const answer of [
    await visitor.call('POST', '/graphql', { query: document, variables: { i: input } }),
    await visitor.call('POST', '/api/auth/login', input),
  ]) {
    expect(answer.text).toContain('Unknown field: extra19 and 9880 more')
    expect(answer.text.length).toBeLessThan(3_000)
  }
})
