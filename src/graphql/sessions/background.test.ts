import { expect } from 'vitest'
import { BACKGROUND_HEADER, SESSION_HEADER } from '#domain/access/session.ts'
import { test } from '#tests/support/test.ts'

const MINUTE = 60_000

test('background requests do not extend the session and report the remaining time, by GraphQL and REST', async ({
  clinic,
  server,
}) => {
  const staff = server.visitor()
  await staff.signIn((await clinic.user()).email)
  const wait = (minutes: number) => {
    clinic.now = new Date(clinic.now.getTime() + minutes * MINUTE)
  }
  const byItself = { [BACKGROUND_HEADER]: '1' }
  const me = async (headers = {}) => {
    const answer = await staff.call('POST', '/graphql', { query: '{ me { id } }' }, headers)
    return answer.headers.get(SESSION_HEADER)
  }
  const user = (headers = {}) => staff.call('GET', '/api/auth/user', undefined, headers)

  wait(5)
  for (const word of ['1', '0', 'false', ''])
    expect(await me({ [BACKGROUND_HEADER]: word }), `“${word}”`).toBe(String(10 * MINUTE))
  wait(5)
  expect((await user(byItself)).status).toBe(200)
  expect(await me(byItself)).toBe(String(5 * MINUTE))
  expect(await me()).toBe(String(15 * MINUTE))
  wait(14)
  expect((await user()).status).toBe(200)
  wait(10)
  expect(await me(byItself)).toBe(String(5 * MINUTE))
  wait(5)
  expect(await me(byItself)).toBeNull()
  expect((await user(byItself)).status).toBe(401)
})
