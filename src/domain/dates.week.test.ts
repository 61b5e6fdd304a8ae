import { expect, test } from 'vitest'
import {
  addDays,
  clinicDay,
  clinicMinute,
  showMonth,
  showShortDay,
  showTime,
  showWeekday,
  startOfDay,
  sundayOf,
} from './dates.ts'
import { instantOf } from './zones.ts'

const NEW_YORK = 'America/New_York'

test('a day begins at its own midnight, in every zone and on every day of a year', () => {
  const zones = [
    NEW_YORK,
    'UTC',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Auckland',
    'America/Santiago', // skips midnight in September and repeats the hour before it in April
    'America/Havana', // repeats midnight itself in November
    'Africa/Cairo',
  ]
  for (const zone of zones)
    for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1))
      expect(startOfDay(day, zone).toISOString(), `${day} in ${zone}`).toBe(
        instantOf(day, '00:00', zone).toISOString(),
      )
})

test('a week begins on Sunday', () => {
  expect(sundayOf('2026-11-21')).toBe('2026-11-15')
  expect(sundayOf('2026-11-22')).toBe('2026-11-22')
  expect(sundayOf('2027-01-01')).toBe('2026-12-27')
})

test('the week when daylight saving begins has 167 hours, and the week when it ends has 169', () => {
  const hours = (sunday: string) =>
    (startOfDay(addDays(sunday, 7), NEW_YORK).getTime() - startOfDay(sunday, NEW_YORK).getTime()) / 3_600_000
  expect([hours('2026-03-01'), hours('2026-03-08'), hours('2026-11-01'), hours('2026-11-08')]).toEqual([
    168, 167, 169, 168,
  ])
})

test('an appointment is shown at the hour on the clinic’s clock, before and after the change', () => {
  const shown = (at: string) => [
    clinicDay(at, NEW_YORK),
    clinicMinute(at, NEW_YORK) / 60,
    showTime(at, NEW_YORK),
  ]
  expect(shown('2026-03-07T14:00:00Z')).toEqual(['2026-03-07', 9, '9:00 AM'])
  expect(shown('2026-03-08T13:00:00Z')).toEqual(['2026-03-08', 9, '9:00 AM'])
  expect(shown('2026-11-01T05:30:00Z')).toEqual(['2026-11-01', 1.5, '1:30 AM'])
  expect(shown('2026-11-01T06:30:00Z')).toEqual(['2026-11-01', 1.5, '1:30 AM'])
  expect(shown('2026-11-02T03:30:00Z')).toEqual(['2026-11-01', 22.5, '10:30 PM'])
})

test('days are formatted as in the United States', () => {
  const day = '2026-11-22'
  expect([showWeekday(day), showShortDay(day), showMonth(day)]).toEqual([
    'Sunday, November 22',
    'Sun 22',
    'November 2026',
  ])
})
