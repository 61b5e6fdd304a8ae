import { expect, test } from 'vitest'
import { blocksOf, hoursOf, withinLanes } from './calendarLayout.ts'

const NEW_YORK = 'America/New_York'
const at = (scheduledAt: string, duration = 60) => ({ scheduledAt, duration })
const laid = (found: { scheduledAt: string; duration: number }[], day: string) =>
  blocksOf(found, day, NEW_YORK).map(({ from, to, lane, lanes }) => [
    from / 60,
    to / 60,
    `${lane + 1}/${lanes}`,
  ])

test('only overlapping appointments are side by side', () => {
  const day = [
    at('2026-01-06T14:00:00Z'), // 9 AM
    at('2026-01-06T14:30:00Z'),
    at('2026-01-06T15:00:00Z'), // reuses the first column
    at('2026-01-06T16:00:00Z'), // after all of them
    at('2026-01-07T14:00:00Z'), // the next day
  ]
  expect(laid(day, '2026-01-06')).toEqual([
    [9, 10, '1/2'],
    [9.5, 10.5, '2/2'],
    [10, 11, '1/2'],
    [11, 12, '1/1'],
  ])
})

test('three at once take three columns', () => {
  const three = [
    at('2026-01-06T14:00:00Z', 120),
    at('2026-01-06T14:30:00Z', 15),
    at('2026-01-06T14:45:00Z', 15),
  ]
  expect(laid(three, '2026-01-06').map(([, , lane]) => lane)).toEqual(['1/3', '2/3', '3/3'])
})

test('9 AM is at 9 on the days when the clocks change', () => {
  expect(laid([at('2026-03-08T13:00:00Z')], '2026-03-08')).toEqual([[9, 10, '1/1']])
  expect(laid([at('2026-11-01T14:00:00Z')], '2026-11-01')).toEqual([[9, 10, '1/1']])
})

test('both of the hours that daylight saving repeats are shown side by side', () => {
  const repeated = [at('2026-11-01T05:00:00Z'), at('2026-11-01T06:00:00Z')]
  expect(laid(repeated, '2026-11-01')).toEqual([
    [1, 2, '1/2'],
    [1, 2, '2/2'],
  ])
})

test('an appointment past midnight ends with its day, and one just before midnight is legible', () => {
  expect(laid([at('2026-01-07T04:00:00Z', 600)], '2026-01-06')).toEqual([[23, 24, '1/1']])
  expect(laid([at('2026-01-07T04:50:00Z', 5)], '2026-01-06')).toEqual([[23.5, 24, '1/1']])
})

test('working hours are shown, extended to fit all appointments', () => {
  const hours = (...found: { scheduledAt: string; duration: number }[]) =>
    hoursOf(blocksOf(found, '2026-01-06', NEW_YORK))
  expect(hours()).toEqual({ first: 8, last: 18 })
  expect(hours(at('2026-01-06T11:40:00Z'), at('2026-01-07T00:15:00Z'))).toEqual({ first: 6, last: 21 })
})

test('where too many overlap, the last lane counts the rest', () => {
  const day = [
    ...[0, 1, 2, 3].map(() => at('2026-01-06T14:00:00Z')), // 9 AM
    at('2026-01-06T16:00:00Z'),
    at('2026-01-06T16:00:00Z'),
  ]
  const { blocks, more } = withinLanes(blocksOf(day, '2026-01-06', NEW_YORK), 3)
  expect(blocks.map(({ from, lane, lanes }) => [from / 60, `${lane + 1}/${lanes}`])).toEqual([
    [9, '1/3'],
    [9, '2/3'],
    [11, '1/2'],
    [11, '2/2'],
  ])
  expect(more).toEqual([{ count: 2, from: 540, to: 600, lanes: 3 }])
})
