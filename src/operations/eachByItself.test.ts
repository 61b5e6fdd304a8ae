import { expect, test } from 'vitest'
import { eachByItself } from './eachByItself.ts'

test('one failure does not stop the others and is thrown at the end', async () => {
  const done: number[] = []
  const run = eachByItself([1, 2, 3], async (one) => {
    if (one < 3) throw new Error(`no ${one}`)
    done.push(one)
  })
  await expect(run).rejects.toThrow('no 1')
  expect(done).toEqual([3])
})
