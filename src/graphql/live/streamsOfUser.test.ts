import { expect } from 'vitest'
import { liveLimits } from '#operations/live/live.ts'
import { CHANGES, follow } from '#tests/support/follow.ts'
import { test } from '#tests/support/test.ts'

test('a user has at most fifty live streams over all sessions', async ({ clinic, server }) => {
  const user = await clinic.user()
  const sessions = liveLimits.perUser / liveLimits.perCredential
  for (let session = 0; session < sessions; session += 1) {
    const visitor = server.visitor()
    await visitor.signIn(user.email)
    for (let open = 0; open < liveLimits.perCredential; open += 1)
      expect((await follow(visitor, CHANGES)).status).toBe(200)
  }
  const visitor = server.visitor()
  await visitor.signIn(user.email)
  expect((await follow(visitor, CHANGES)).status).toBe(429)
  const other = server.visitor()
  await other.signIn((await clinic.user()).email)
  expect((await follow(other, CHANGES)).status).toBe(200)
})
