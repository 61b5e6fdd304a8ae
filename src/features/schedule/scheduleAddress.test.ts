import { expect, test } from 'vitest'
import { calendarVariables, dayIn, daysOf, monthVariables, stepFrom, viewIn } from './scheduleAddress.ts'

const moment = { now: '2026-11-24T02:00:00Z', timeZone: 'America/New_York' }
const at = (query: string) => new URLSearchParams(query)

test('the view and day come from the URL; without them it is this week in the clinic', () => {
  expect([viewIn(at('')), viewIn(at('view=day')), viewIn(at('view=year'))]).toEqual(['week', 'day', 'week'])
  expect(dayIn(at(''), moment)).toBe('2026-11-23')
  expect(dayIn(at('date=2026-03-08'), moment)).toBe('2026-03-08')
  for (const wrong of ['date=soon', 'date=2026-02-30', 'date=2026-13-01'])
    expect(dayIn(at(wrong), moment)).toBe('2026-11-23')
})

test('a link of an earlier version still opens its week', () => {
  expect(dayIn(at('week=2026-03-08'), moment)).toBe('2026-03-08')
})

test('a month shows whole weeks from Sunday', () => {
  const days = daysOf('month', '2026-11-23')
  expect([days[0], days.at(-1), days.length]).toEqual(['2026-11-01', '2026-12-05', 35])
  expect(daysOf('month', '2026-08-05')).toHaveLength(42)
  expect(daysOf('month', '2026-02-10')).toHaveLength(28)
})

test('previous and next go by the length of the view', () => {
  expect(stepFrom('day', '2026-12-31', 1)).toBe('2027-01-01')
  expect(stepFrom('week', '2026-11-23', -1)).toBe('2026-11-16')
  expect(stepFrom('month', '2026-01-31', 1)).toBe('2026-02-01')
  expect(stepFrom('month', '2026-01-31', -1)).toBe('2025-12-01')
})

test('a day on which the clocks change is asked for with its 23 or 25 hours', () => {
  const hours = (day: string) => {
    const { from, to } = calendarVariables(at(`view=day&date=${day}`), moment)
    return (Date.parse(to) - Date.parse(from)) / 3_600_000
  }
  expect([hours('2026-03-08'), hours('2026-11-01'), hours('2026-11-02')]).toEqual([23, 25, 24])
})

test('the calendar has the filters of the agenda', () => {
  const query = at('provider=sam&status=no_show&date=2026-11-23')
  expect(calendarVariables(query, moment)).toMatchObject({ providerId: 'sam', status: 'no_show' })
  expect(monthVariables(query, moment)).toEqual({
    from: '2026-11-01',
    to: '2026-12-05',
    providerId: 'sam',
    status: 'no_show',
  })
})
