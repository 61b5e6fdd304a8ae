import { expect, test } from 'vitest'
import { closedTimes } from './closedTimes.ts'

const NEW_YORK = 'America/New_York'
const monday = (startsAt: string, endsAt: string) => ({ providerId: 'sam', weekday: 1, startsAt, endsAt })
const hours = [monday('09:00', '12:00'), monday('13:00', '17:00')]

test('the time outside working hours is shaded for a provider whose hours are known', () => {
  const shaded = (day: string, providerId: string | null) =>
    closedTimes(day, providerId, { hours, closures: [] }, NEW_YORK).map(({ from, to }) => [
      from / 60,
      to / 60,
    ])
  expect(shaded('2026-01-05', 'sam')).toEqual([
    [0, 9],
    [12, 13],
    [17, 24],
  ])
  expect(shaded('2026-01-06', 'sam')).toEqual([[0, 24]])
  expect(shaded('2026-01-05', 'ada')).toEqual([])
  expect(shaded('2026-01-05', null)).toEqual([])
})

test('closures are shaded with their reason, on each of their days', () => {
  const closures = [
    { providerId: null, startsAt: '2026-01-06T02:00:00Z', endsAt: '2026-01-06T17:00:00Z', reason: 'Snow' },
    { providerId: 'sam', startsAt: '2026-01-06T18:00:00Z', endsAt: '2026-01-06T19:00:00Z', reason: null },
  ]
  const shaded = (day: string, providerId: string | null) =>
    closedTimes(day, providerId, { hours: [], closures }, NEW_YORK)
  expect(shaded('2026-01-05', null)).toEqual([{ from: 1260, to: 1440, label: 'Closed: Snow' }])
  expect(shaded('2026-01-06', 'sam')).toEqual([
    { from: 0, to: 720, label: 'Closed: Snow' },
    { from: 780, to: 840, label: 'Away' },
  ])
  expect(shaded('2026-01-07', 'sam')).toEqual([])
})

test('a closure of a whole day covers the days when the clocks change', () => {
  for (const [startsAt, endsAt, day] of [
    ['2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z', '2026-03-08'],
    ['2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z', '2026-11-01'],
  ] as const)
    expect(closedTimes(day, null, { hours: [], closures: [{ startsAt, endsAt }] }, NEW_YORK)).toEqual([
      { from: 0, to: 1440, label: 'Closed' },
    ])
})
