import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#tests/support/properties.ts'
import { wallClock } from '../dates.ts'
import { endOf, overlap } from './appointment.ts'
import { unavailability } from './availability.ts'
import { freeSlots } from './freeSlots.ts'

const NEW_YORK = 'America/New_York'
const MONDAY = '2026-01-05'
const daily = (startsAt: number, endsAt: number) =>
  [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, startsAt, endsAt }))

type Search = Parameters<typeof freeSlots>[0]
const search = (given: Partial<Search> = {}): Search => ({
  from: new Date(`${MONDAY}T05:00:00Z`),
  until: new Date('2026-02-05T05:00:00Z'),
  duration: 60,
  hours: daily(9 * 60, 12 * 60),
  busy: [],
  timeZone: NEW_YORK,
  ...given,
})
const span = (startsAt: string, endsAt: string) => ({
  startsAt: new Date(startsAt),
  endsAt: new Date(endsAt),
})
const shown = (slots: Date[]) => slots.map((at) => Object.values(wallClock(at, NEW_YORK)).join(' ').slice(5))
const proposed = (given: Partial<Search>) => shown(freeSlots(search(given)))

test('the first six slots within the working hours are proposed, one after another', () => {
  expect(proposed({})).toEqual([
    '01-05 09:00',
    '01-05 10:00',
    '01-05 11:00',
    '01-06 09:00',
    '01-06 10:00',
    '01-06 11:00',
  ])
})

test('a slot fits before or after a busy time, and then starts on a quarter hour', () => {
  const busy = [
    span('2026-01-05T14:00:00Z', '2026-01-05T14:20:00Z'),
    span('2026-01-05T15:30:00Z', '2026-01-06T17:00:00Z'),
  ]
  expect(proposed({ busy }).slice(0, 2)).toEqual(['01-05 09:30', '01-07 09:00'])
})

test('a search from the middle of a slot starts on the next quarter hour', () => {
  expect(proposed({ from: new Date('2026-01-05T14:02:00Z') })[0]).toBe('01-05 09:15')
})

test('working hours that start off the quarter hour are used from their start', () => {
  expect(proposed({ hours: daily(550, 590), duration: 40 })[0]).toBe('01-05 09:10')
})

test('a slot ends by the end of the search and by that of the working hours', () => {
  expect(proposed({ until: new Date('2026-01-05T15:59:00Z') })).toEqual(['01-05 09:00'])
  expect(proposed({ duration: 181 })).toEqual([])
})

test('without working hours, weekdays from 9 to 5 are proposed', () => {
  const found = proposed({ hours: [], duration: 240, from: new Date('2026-01-09T05:00:00Z') })
  expect(found.slice(0, 3)).toEqual(['01-09 09:00', '01-09 13:00', '01-12 09:00'])
})

test('work until midnight is used to its end', () => {
  expect(proposed({ hours: daily(22 * 60, 1440) }).slice(0, 3)).toEqual([
    '01-05 22:00',
    '01-05 23:00',
    '01-06 22:00',
  ])
})

const nightly = { hours: daily(0, 4 * 60), duration: 30 }

test('the hour that daylight saving skips is not proposed', () => {
  const from = new Date('2026-03-08T06:00:00Z') // 1 AM
  expect(proposed({ ...nightly, from, until: new Date('2026-03-09T04:00:00Z') })).toEqual([
    '03-08 01:00',
    '03-08 01:30',
    '03-08 03:00',
    '03-08 03:30',
  ])
})

test('of an hour that daylight saving repeats, only the first is proposed', () => {
  const from = new Date('2026-11-01T05:00:00Z') // 1 AM, for the first time
  const found = freeSlots(search({ ...nightly, from, until: new Date('2026-11-02T05:00:00Z') }))
  expect(shown(found)).toEqual([
    '11-01 01:00',
    '11-01 01:30',
    '11-01 02:00',
    '11-01 02:30',
    '11-01 03:00',
    '11-01 03:30',
  ])
  expect(found[2]?.toISOString()).toBe('2026-11-01T07:00:00.000Z')
})

const minute = fc.integer({ min: 0, max: 60 * 24 * 60 })
const around = (minutes: number) => new Date(Date.parse('2026-02-20T00:00:00Z') + minutes * 60_000)

test('every proposed slot can be booked: it is free, within the hours and in order, also when clocks change', () => {
  fc.assert(
    fc.property(
      fc.record({
        from: minute.map(around),
        duration: fc.integer({ min: 5, max: 300 }),
        hours: fc.uniqueArray(
          fc.record({
            weekday: fc.integer({ min: 0, max: 6 }),
            startsAt: fc.integer({ min: 0, max: 900 }),
            endsAt: fc.integer({ min: 901, max: 1440 }),
          }),
          { maxLength: 7, selector: ({ weekday }) => weekday },
        ),
        busy: fc.array(
          fc.record({ startsAt: minute.map(around), length: fc.integer({ min: 5, max: 3_000 }) }),
          { maxLength: 30 },
        ),
      }),
      ({ from, duration, hours, busy }) => {
        const visits = busy.map(({ startsAt, length }) => ({ scheduledAt: startsAt, duration: length }))
        const spans = visits.map((one) => ({ startsAt: one.scheduledAt, endsAt: endOf(one) }))
        const until = new Date(from.getTime() + 31 * 86_400_000)
        const found = freeSlots({ from, until, duration, hours, busy: spans, timeZone: NEW_YORK })
        found.forEach((scheduledAt, index) => {
          const slot = { scheduledAt, duration }
          expect(scheduledAt >= from && endOf(slot) <= until).toBe(true)
          expect(unavailability(slot, { hours, closures: [] }, NEW_YORK)).toBeNull()
          expect(visits.some((one) => overlap(one, slot))).toBe(false)
          const before = found[index - 1]
          if (before) expect(endOf({ scheduledAt: before, duration }) <= scheduledAt).toBe(true)
        })
      },
    ),
    { numRuns: runs(200) },
  )
})
