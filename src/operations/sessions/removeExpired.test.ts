import { expect } from 'vitest'
import { test } from '#tests/support/test.ts'
import { clearThrottles } from './removeExpired.ts'

test('counts of expired windows are removed, others stay', async ({ clinic }) => {
  const at = clinic.now.getTime()
  await clinic.db.throttle.createMany({
    data: [
      { key: 'over', points: 10, expire: at - 1 },
      { key: 'open', points: 10, expire: at + 1 },
    ],
  })
  expect(await clearThrottles(clinic.anonymous())).toBe(1)
  expect((await clinic.db.throttle.findMany()).map(({ key }) => key)).toEqual(['open'])
})
