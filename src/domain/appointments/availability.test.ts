import { expect, test } from 'vitest'
import { overlapsItself, readSpans, showSpans, unavailability } from './availability.ts'

const NEW_YORK = 'America/New_York'
const nineToFive = [0, 1].map((weekday) => ({ weekday, startsAt: 540, endsAt: 1020 }))
const at = (scheduledAt: string, duration = 60) => ({ scheduledAt: new Date(scheduledAt), duration })
const why = (slot: ReturnType<typeof at>, given: Partial<Parameters<typeof unavailability>[1]>) =>
  unavailability(slot, { hours: [], closures: [], ...given }, NEW_YORK)
const outside = 'That time is outside the working hours of the attorney or staff member'

test('a provider without working hours may be booked at any time', () => {
  expect(why(at('2026-01-05T03:00:00Z'), {})).toBeNull()
})

test.each([
  ['2026-01-05T14:00:00Z', 60, null], // Monday, 9 AM
  ['2026-01-05T13:45:00Z', 60, outside],
  ['2026-01-05T21:00:00Z', 60, null], // until 5 PM
  ['2026-01-05T21:00:00Z', 75, outside],
  ['2026-01-06T15:00:00Z', 60, outside], // Tuesday
  ['2026-03-08T13:00:00Z', 60, null], // 9 AM on the Sunday when daylight saving begins
  ['2026-03-08T21:00:00Z', 60, outside], // and 5 PM
  ['2026-11-01T14:00:00Z', 60, null], // 9 AM on the Sunday when it ends
  ['2026-11-01T13:00:00Z', 60, outside],
])('an appointment at %s of %i minutes: %s', (scheduledAt, duration, refusal) => {
  expect(why(at(scheduledAt, duration), { hours: nineToFive })).toBe(refusal)
})

test('two spans without a break between them are one', () => {
  const hours = [
    { weekday: 1, startsAt: 720, endsAt: 1020 },
    { weekday: 1, startsAt: 540, endsAt: 720 },
  ]
  expect(why(at('2026-01-05T16:30:00Z'), { hours })).toBeNull()
})

test('a closure of the clinic or of the provider is in the way until it ends', () => {
  const closure = { startsAt: new Date('2026-01-05T15:00:00Z'), endsAt: new Date('2026-01-05T17:00:00Z') }
  const clinic = { closures: [{ ...closure, providerId: null }] }
  const away = { closures: [{ ...closure, providerId: 'sam' }] }
  expect(why(at('2026-01-05T14:30:00Z'), clinic)).toBe('The clinic is closed at that time')
  expect(why(at('2026-01-05T16:30:00Z'), away)).toBe('The attorney or staff member is away at that time')
  for (const free of ['2026-01-05T14:00:00Z', '2026-01-05T17:00:00Z'])
    expect(why(at(free), clinic)).toBeNull()
})

test('working hours are read as people write them', () => {
  expect(readSpans('9-12, 1pm – 5:30p')).toEqual([
    { startsAt: 540, endsAt: 720 },
    { startsAt: 780, endsAt: 1050 },
  ])
  expect(readSpans('8 to 16')).toEqual([{ startsAt: 480, endsAt: 960 }])
  expect(readSpans('18-0')).toEqual([{ startsAt: 1080, endsAt: 1440 }])
  expect(readSpans('  ')).toEqual([])
  for (const wrong of ['9', 'all day', '9-12-5', '9-25']) expect(readSpans(wrong)).toBeNull()
  expect(readSpans(showSpans([{ startsAt: 540, endsAt: 1440 }]))).toEqual([{ startsAt: 540, endsAt: 1440 }])
})

test('overlapping hours are found within a weekday only', () => {
  const of = (weekday: number, startsAt: number, endsAt: number) => ({ weekday, startsAt, endsAt })
  expect(overlapsItself([of(1, 540, 720), of(1, 700, 800)])).toBe(true)
  expect(overlapsItself([of(1, 540, 720), of(1, 720, 800), of(2, 540, 720)])).toBe(false)
})
