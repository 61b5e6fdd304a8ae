import { expect, test } from 'vitest'
import { instantOf } from './zones.ts'

const newYork = 'America/New_York'
const utc = (on: string, time: string, zone = newYork) => instantOf(on, time, zone).toISOString()

test.each([
  ['2026-01-05', '15:04', '2026-01-05T20:04:00.000Z'],
  ['2026-07-01', '00:00', '2026-07-01T04:00:00.000Z'],
  ['2028-02-29', '23:59', '2028-03-01T04:59:00.000Z'],
])('%s %s in New York is %s', (on, time, instant) => {
  expect(utc(on, time)).toBe(instant)
})

test('a time that daylight saving skips is moved past the gap by the same distance', () => {
  expect(utc('2026-03-08', '01:59')).toBe('2026-03-08T06:59:00.000Z')
  expect(utc('2026-03-08', '02:30')).toBe('2026-03-08T07:30:00.000Z')
  expect(utc('2026-03-08', '03:00')).toBe('2026-03-08T07:00:00.000Z')
})

test('a time that daylight saving repeats is the first of the two', () => {
  expect(utc('2026-11-01', '01:30')).toBe('2026-11-01T05:30:00.000Z')
  expect(utc('2026-11-01', '00:59')).toBe('2026-11-01T04:59:00.000Z')
  expect(utc('2026-11-01', '02:00')).toBe('2026-11-01T07:00:00.000Z')
})
