import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { clinicInstant, clockTime, day, exactInstant, optionalDay } from './calendar.ts'

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
])('the day %j is parsed as %j', (value, read) => {
  expect(parsed(required, value)).toBe(read)
})

test('only the first ten characters of an instant are used as a day, regardless of its offset', () => {
  expect(parsed(required, '2026-01-05T23:30:00.000Z')).toBe('2026-01-05')
  expect(parsed(required, '2026-01-05T23:30:00-05:00')).toBe('2026-01-05')
  expect(parsed(required, `2026-01-05T${'0'.repeat(60)}`)).toBe('not a day')
})

test('an optional day is empty, null or a day', () => {
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
])('the time %j is HH:MM: %s', (value, isTime) => {
  expect(z.safeParse(clockTime('no time'), value).success).toBe(isTime)
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
])('the exact instant %j is parsed as %j', (value, read) => {
  const result = z.safeParse(exactInstant('no instant'), value)
  expect(result.success ? result.data.toISOString() : result.error.issues[0]?.message).toBe(read)
})

test.each([
  ['2026-01-14', true],
  ['2026-01-14T14:30', true],
  ['2026-01-14T14:30:00Z', true],
  ['2026-01-14T24:00', false],
  ['2026-02-30T14:30', false],
  ['2026-01-14T14:60', false],
])('%j is a valid time in the clinic’s zone: %s', (value, isMoment) => {
  expect(z.safeParse(clinicInstant('no moment'), value).success).toBe(isMoment)
})
