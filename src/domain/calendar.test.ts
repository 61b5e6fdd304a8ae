import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { clockAt, clockTime, day, exactInstant, instantOf, optionalDay } from './calendar.ts'

const newYork = 'America/New_York'
const utc = (on: string, time: string, zone = newYork) => instantOf(on, time, zone).toISOString()

test.each([
  ['2026-01-05', '15:04', '2026-01-05T20:04:00.000Z'],
  ['2026-07-01', '00:00', '2026-07-01T04:00:00.000Z'],
  ['2028-02-29', '23:59', '2028-03-01T04:59:00.000Z'],
])('%s %s in New York is %s', (on, time, instant) => {
  expect(utc(on, time)).toBe(instant)
})

test('a time that daylight saving skips lies as far behind the gap', () => {
  expect(utc('2026-03-08', '01:59')).toBe('2026-03-08T06:59:00.000Z')
  expect(utc('2026-03-08', '02:30')).toBe('2026-03-08T07:30:00.000Z')
  expect(utc('2026-03-08', '03:00')).toBe('2026-03-08T07:00:00.000Z')
})

test('a time that daylight saving repeats is the first of the two', () => {
  expect(utc('2026-11-01', '01:30')).toBe('2026-11-01T05:30:00.000Z')
  expect(utc('2026-11-01', '00:59')).toBe('2026-11-01T04:59:00.000Z')
  expect(utc('2026-11-01', '02:00')).toBe('2026-11-01T07:00:00.000Z')
})

const required = day('not a day')
const parsed = (schema: typeof required | ReturnType<typeof optionalDay>, value: unknown) => {
  const result = z.safeParse(schema as z.ZodMiniType, value)
  return result.success ? result.data : result.error.issues[0]?.message
}

test.each([
  ['2028-02-29', '2028-02-29'],
  ['2027-02-29', 'not a day'],
  ['2100-02-29', 'not a day'],
  ['2000-02-29', '2000-02-29'],
  ['2026-02-30', 'not a day'],
  ['2026-13-01', 'not a day'],
  ['1899-12-31', 'not a day'],
  ['2201-01-01', 'not a day'],
  ['2026-1-5', 'not a day'],
  ['01/05/2026', 'not a day'],
  ['', 'not a day'],
  [20260105, 'not a day'],
  [null, 'not a day'],
])('the day %j is read as %j', (given, read) => {
  expect(parsed(required, given)).toBe(read)
})

test('of an instant given for a day the first ten characters count, whatever its offset', () => {
  expect(parsed(required, '2026-01-05T23:30:00.000Z')).toBe('2026-01-05')
  expect(parsed(required, '2026-01-05T23:30:00-05:00')).toBe('2026-01-05')
  expect(parsed(required, `2026-01-05T${'0'.repeat(60)}`)).toBe('not a day')
})

test('a day that may be left out is empty, null or a day', () => {
  const optional = optionalDay('not a day')
  expect(parsed(optional, '')).toBeNull()
  expect(parsed(optional, null)).toBeNull()
  expect(parsed(optional, undefined)).toBeUndefined()
  expect(parsed(optional, '2028-02-29T00:00:00Z')).toBe('2028-02-29')
  expect(parsed(optional, 'soon')).toBe('not a day')
})

test.each([
  ['00:00', true],
  ['09:05', true],
  ['23:59', true],
  ['24:00', false],
  ['9:05', false],
  ['12:60', false],
  ['2:30 PM', false],
  ['12:00\n', false],
])('the time %j is HH:MM: %s', (given, isTime) => {
  expect(z.safeParse(clockTime('no time'), given).success).toBe(isTime)
})

test.each([
  ['2026-01-05T20:04:00Z', '2026-01-05', '15:04'],
  ['2026-07-01T03:59:59Z', '2026-06-30', '23:59'],
  ['2026-03-08T06:59:00Z', '2026-03-08', '01:59'],
  ['2026-03-08T07:00:00Z', '2026-03-08', '03:00'],
  ['2026-11-01T05:30:00Z', '2026-11-01', '01:30'],
  ['2026-11-01T06:30:00Z', '2026-11-01', '01:30'],
  ['2026-11-01T07:00:00Z', '2026-11-01', '02:00'],
])('at %s the clock in New York shows %s %s', (at, on, time) => {
  expect(clockAt(new Date(at), newYork)).toEqual({ day: on, time })
})

test.each([
  ['2026-01-14T14:30:00Z', '2026-01-14T14:30:00.000Z'],
  ['2026-01-14T14:30-05:00', '2026-01-14T19:30:00.000Z'],
  ['2026-01-14T14:30:00', 'no instant'],
  ['2026-01-14', 'no instant'],
  ['2026-01-14-05:00', 'no instant'],
  ['2026-02-30T14:30:00Z', 'no instant'],
  ['tomorrow', 'no instant'],
  ['', 'no instant'],
  [1768400000000, 'no instant'],
  [null, 'no instant'],
])('the exact instant %j is read as %j', (given, read) => {
  const result = z.safeParse(exactInstant('no instant'), given)
  expect(result.success ? result.data.toISOString() : result.error.issues[0]?.message).toBe(read)
})
