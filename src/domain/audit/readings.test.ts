import { expect, test } from 'vitest'
import { describeReading, mergeReadings } from './readings.ts'

const row = (action: string, resourceType: string, userName: string | null = 'Ana Ruiz', at = 0) => ({
  action,
  resourceType,
  userName,
  createdAt: new Date(at * 1000).toISOString(),
})

test.each([
  [row('viewed', 'patient'), 'Ana Ruiz opened the chart'],
  [row('listed', 'patient_note'), 'Ana Ruiz read the notes'],
  [row('listed', 'consent_request'), 'Ana Ruiz looked through the consent requests'],
  [row('downloaded', 'consent_form'), 'Ana Ruiz downloaded the consent form'],
  [row('viewed', 'consent_request', null), 'The patient read the consent form'],
  [row('downloaded', 'consent_form', null), 'The patient downloaded the consent form'],
  [row('listed', 'forwarding'), 'Ana Ruiz looked through the forwarded records'],
  [row('viewed', 'forwarding'), 'Ana Ruiz saw the link to the records'],
  [row('viewed', 'forwarding', null), 'The recipient opened the forwarded records'],
  [row('viewed', 'appointment', null), 'The system · Viewed appointment'],
  [row('viewed', 'legal_hold'), 'Ana Ruiz · Viewed legal hold'],
])('a read is described in a sentence: $1', (reading, sentence) => {
  expect(describeReading(reading)).toBe(sentence)
})

test('merged pages of the audit log end where the first of them is cut off', () => {
  const at = (action: string, ...times: number[]) =>
    times.map((time) => row(action, 'patient', 'Ana Ruiz', time))
  const times = (parts: Parameters<typeof mergeReadings>[0]) =>
    mergeReadings(parts).map(({ createdAt }) => Date.parse(createdAt) / 1000)
  expect(
    times([
      { rows: at('viewed', 9, 7, 5), hasMore: true },
      { rows: at('listed', 8, 3), hasMore: false },
    ]),
  ).toEqual([9, 8, 7, 5])
  expect(
    times([
      { rows: at('viewed', 9, 7), hasMore: false },
      { rows: at('listed', 8, 3), hasMore: false },
    ]),
  ).toEqual([9, 8, 7, 3])
})

test('the status history that loads with the chart does not count as another read', () => {
  expect(mergeReadings([{ rows: [row('listed', 'patient_status_change')], hasMore: false }])).toEqual([])
})
