import { expect, test } from 'vitest'
import { wallClock } from '../dates.ts'
import { showDue, taskGroup } from './due.ts'

const newYork = 'America/New_York'
/** 9 PM on Monday, January 5, in New York. */
const now = '2026-01-06T02:00:00.000Z'

test('a clock in the clinic shows its own day, even at midnight', () => {
  expect(wallClock(now, newYork)).toEqual({ day: '2026-01-05', time: '21:00' })
  expect(wallClock('2026-01-06T05:00:00.000Z', newYork)).toEqual({ day: '2026-01-06', time: '00:00' })
})

test.each([
  ['2026-01-05T05:00:00.000Z', 'today'],
  ['2026-01-05T20:04:00.000Z', 'today, 3:04 PM'],
  ['2026-01-06T05:00:00.000Z', 'tomorrow'],
  ['2026-01-04T20:04:00.000Z', 'yesterday, 3:04 PM'],
  ['2026-01-12T05:00:00.000Z', 'Jan 12, 2026'],
  ['2026-01-12T20:04:00.000Z', 'Jan 12, 2026, 3:04 PM'],
])('%s is formatted as %s', (dueDate, shown) => {
  expect(showDue(dueDate, now, newYork)).toBe(shown)
})

test.each([
  ['2026-01-05T04:59:59.000Z', 'overdue'],
  ['2026-01-05T05:00:00.000Z', 'today'],
  ['2026-01-06T04:59:00.000Z', 'today'],
  ['2026-01-06T05:00:00.000Z', 'later'],
  [null, 'later'],
])('a task due %s is in the group %s', (dueDate, group) => {
  expect(taskGroup({ status: 'pending', dueDate }, now, newYork)).toBe(group)
  expect(taskGroup({ status: 'cancelled', dueDate }, now, newYork)).toBe('done')
})
