import { expect, test } from 'vitest'
import {
  ageOn,
  dateOf,
  dayOf,
  daysBetween,
  showAge,
  showDay,
  showExactly,
  showInstantDay,
  showMoment,
  showToTheSecond,
  wallClock,
} from './dates.ts'

const newYork = 'America/New_York'
// Newer ICU data puts a narrow no-break space before AM and PM.
const plain = (text: string) => text.replaceAll(' ', ' ')

test('a time is formatted as SPEC shows it, in the clinic’s zone', () => {
  expect(plain(showMoment('2026-01-05T20:04:00Z', newYork))).toBe('Jan 5, 3:04 PM')
  expect(plain(showMoment('2026-01-05T20:04:00Z', 'UTC'))).toBe('Jan 5, 8:04 PM')
})

test('an evening in New York is not shown as the next day', () => {
  expect(showInstantDay('2026-01-06T03:00:00Z', newYork)).toBe('Jan 5, 2026')
})

test('the two hours at the end of daylight saving are distinguished', () => {
  expect(plain(showExactly('2026-11-01T05:30:00Z', newYork))).toBe('Nov 1, 2026, 1:30 AM EDT')
  expect(plain(showExactly('2026-11-01T06:30:00Z', newYork))).toBe('Nov 1, 2026, 1:30 AM EST')
  expect(plain(showToTheSecond('2026-11-01T06:30:05Z', newYork))).toBe('Nov 1, 2026, 1:30:05 AM EST')
})

test('a day survives the way into the database and back', () => {
  for (const day of ['1980-02-29', '2026-03-08', '2026-11-01', '2026-12-31'])
    expect(dayOf(dateOf(day))).toBe(day)
  expect(showDay('1980-02-29')).toBe('Feb 29, 1980')
})

const now = '2026-01-05T15:00:00Z'
test.each([
  ['2026-01-05T15:00:00Z', 'today'],
  ['2026-01-05T05:00:00Z', 'today'],
  ['2026-01-05T04:59:59Z', '1 day'],
  ['2026-01-03T20:00:00Z', '2 days'],
  ['2026-01-04T04:00:00Z', '2 days'],
  ['2025-01-05T15:00:00Z', '365 days'],
  ['2026-01-06T15:00:00Z', 'today'],
])('since %s is formatted as %s', (since, age) => {
  expect(showAge(since, now, newYork)).toBe(age)
})

test('the number of days is never negative', () => {
  expect(daysBetween('2026-01-06T15:00:00Z', now, newYork)).toBe(0)
})

test('a day of 23 or 25 hours counts as one', () => {
  expect(daysBetween('2026-03-07T12:00:00Z', '2026-03-09T11:00:00Z', newYork)).toBe(2)
  expect(daysBetween('2026-10-31T12:00:00Z', '2026-11-02T13:00:00Z', newYork)).toBe(2)
})

test.each([
  ['2026-01-05T20:04:00Z', '2026-01-05', '15:04'],
  ['2026-07-01T03:59:59Z', '2026-06-30', '23:59'],
  ['2026-03-08T06:59:00Z', '2026-03-08', '01:59'],
  ['2026-03-08T07:00:00Z', '2026-03-08', '03:00'],
  ['2026-11-01T05:30:00Z', '2026-11-01', '01:30'],
  ['2026-11-01T06:30:00Z', '2026-11-01', '01:30'],
  ['2026-11-01T07:00:00Z', '2026-11-01', '02:00'],
])('at %s a clock in New York shows %s %s', (at, on, time) => {
  expect(wallClock(at, newYork)).toEqual({ day: on, time })
})

test.each([
  ['1991-06-04', '2026-06-03', 34],
  ['1991-06-04', '2026-06-04', 35],
  ['2024-02-29', '2025-02-28', 0],
  ['2024-02-29', '2025-03-01', 1],
])('a person born on %s is on %s of age %i', (birth, day, age) => {
  expect(ageOn(birth, day)).toBe(age)
})
