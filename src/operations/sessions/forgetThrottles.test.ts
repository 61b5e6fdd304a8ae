import { expect } from 'vitest'
import { test } from '#testing/test.ts'
import { forgetThrottles } from './forgetThrottles.ts'

test('counts whose window is over are removed, others kept', async ({ clinic }) => {
  const at = (key: string, ms: number | null) => ({
    key,
    points: 1,
    expire: ms === null ? null : clinic.now.getTime() + ms,
  })
  await clinic.db.throttle.createMany({ data: [at('over', -1), at('running', 1), at('for good', null)] })
  expect(await forgetThrottles(clinic.anybody())).toBe(1)
  const left = await clinic.db.throttle.findMany({ orderBy: { key: 'asc' } })
  expect(left.map(({ key }) => key)).toEqual(['for good', 'running'])
})
