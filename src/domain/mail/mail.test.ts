import { expect, test } from 'vitest'
import { mailProblem, nextTry } from './mail.ts'

test('a failing e-mail is retried less and less often, and given up after a day', () => {
  const begun = new Date('2026-01-05T15:00:00Z')
  let now = begun
  const waits: number[] = []
  for (let next = nextTry(1, now); next; next = nextTry(waits.length + 1, now)) {
    waits.push((next.getTime() - now.getTime()) / 60_000)
    now = next
  }
  expect(waits.slice(0, 3)).toEqual([1, 4, 10])
  expect(Math.max(...waits)).toBeLessThanOrEqual(240)
  const hours = (now.getTime() - begun.getTime()) / 3_600_000
  expect(hours).toBeGreaterThan(23)
  expect(hours).toBeLessThanOrEqual(24)
})

test.each([
  ['connect ECONNREFUSED 127.0.0.1:9', 'the mail server cannot be reached'],
  ['getaddrinfo ENOTFOUND mail.example.org', 'the mail server cannot be reached'],
  ['550 no such mailbox', '550 no such mailbox'],
])('an e-mail failure is described in plain words: %s', (error, sentence) => {
  expect(mailProblem(error)).toBe(sentence)
})
