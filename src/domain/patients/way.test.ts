import { expect, test } from 'vitest'
import type { PatientStatus } from './status.ts'
import { type StatusEntry, statusTimeline } from './statusTimeline.ts'

/** Creates a history from statuses, oldest first; each entry continues from the one before. */
const lived = (...statuses: PatientStatus[]): StatusEntry[] =>
  statuses.map((to, index) => ({ from: statuses[index - 1] ?? null, to })).reverse()

const shown = (...statuses: PatientStatus[]) => {
  const history = lived(...statuses)
  const { reached, entries } = statusTimeline(history, statuses.at(-1) as PatientStatus)
  return `${reached}: ${entries.map((entry) => (entry ? `${history.length - history.indexOf(entry)}` : '-')).join(' ')}`
}

test('each step has the entry that led to it', () => {
  expect(shown('pending_consent', 'consent_sent', 'consent_signed')).toBe('3: 1 2 3 - - -')
})

test('a skipped step has no entry', () => {
  expect(shown('consent_signed', 'schedulable')).toBe('4: - - 1 2 - -')
})

test('entries from before a revocation belong to an earlier round', () => {
  expect(shown('pending_consent', 'consent_sent', 'consent_signed', 'pending_consent')).toBe('1: 4 - - - - -')
  expect(shown('pending_consent', 'consent_sent', 'pending_consent', 'consent_signed')).toBe('3: 3 - 4 - - -')
})

test('pending and forwarded records are one step, with the later entry', () => {
  expect(shown('treatment_completed', 'pending_records', 'records_forwarded')).toBe('6: - - - - 1 3')
})

test('a dropped patient keeps the steps until then', () => {
  expect(shown('pending_consent', 'consent_sent', 'dropped')).toBe('2: 1 2 - - - -')
  expect(statusTimeline([], 'dropped')).toEqual({ reached: 0, entries: Array(6).fill(undefined) })
})
