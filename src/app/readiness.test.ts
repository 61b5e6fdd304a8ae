import { expect, test } from 'vitest'
import { makeReadiness } from './readiness.ts'

const fine = async () => {}
const gone = () => Promise.reject(new Error('gone'))
const never = () => new Promise<void>(() => {})
const quick = { answerMs: 20, keepMs: 0 }

test('each part that fails or does not answer in time is named', async () => {
  expect(await makeReadiness({ database: fine, storage: fine }, quick)()).toEqual({
    message: 'ready',
    notReady: [],
  })
  expect(await makeReadiness({ database: gone, storage: fine }, quick)()).toEqual({
    message: 'not ready',
    notReady: ['database'],
  })
  expect(await makeReadiness({ database: gone, storage: never }, quick)()).toEqual({
    message: 'not ready',
    notReady: ['database', 'storage'],
  })
})

test('a part that is back is ready again', async () => {
  let isGone = true
  const readiness = makeReadiness({ database: () => (isGone ? gone() : fine()), storage: fine }, quick)
  expect((await readiness()).notReady).toEqual(['database'])
  isGone = false
  expect((await readiness()).notReady).toEqual([])
})

test('many questions at once cause one check, and its result is kept for a while', async () => {
  let checks = 0
  const database = async () => {
    checks += 1
  }
  const readiness = makeReadiness({ database, storage: fine }, { answerMs: 1000, keepMs: 60_000 })
  await Promise.all(Array.from({ length: 100 }, readiness))
  await readiness()
  expect(checks).toBe(1)
})
