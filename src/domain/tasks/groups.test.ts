import { expect, test } from 'vitest'
import { taskGroup } from './groups.ts'

const newYork = 'America/New_York'
/** 9 PM on Monday, January 5, in New York. */
const now = '2026-01-06T02:00:00.000Z'

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
