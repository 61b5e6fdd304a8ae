import { describe, expect, test } from 'vitest'
import {
  allowsStep,
  bookingRefusal,
  initialStatuses,
  isPatientStatus,
  mayBook,
  maySchedule,
  nextStatus,
  overrideStatuses,
  type PatientStatus,
  patientStatuses,
  pipelineStep,
  type StatusStep,
  scheduleRefusal,
  statusLabel,
} from './status.ts'

const all: PatientStatus[] = [
  'pending_consent',
  'consent_sent',
  'consent_signed',
  'schedulable',
  'treatment_completed',
  'pending_records',
  'records_forwarded',
  'dropped',
]
const notDropped = all.slice(0, -1)

test('the eight statuses of SPEC exist, in its order', () => {
  expect(patientStatuses).toEqual(all)
})

/** DECISIONS, "Consent": where each step starts and leads. */
const machine: Record<StatusStep, { from: PatientStatus[]; to: PatientStatus }> = {
  send_consent: { from: ['pending_consent'], to: 'consent_sent' },
  sign_consent: { from: ['pending_consent', 'consent_sent'], to: 'consent_signed' },
  mark_schedulable: { from: ['consent_signed'], to: 'schedulable' },
  complete_treatment: { from: ['schedulable'], to: 'treatment_completed' },
  await_records: { from: ['treatment_completed'], to: 'pending_records' },
  forward_records: { from: ['treatment_completed', 'pending_records'], to: 'records_forwarded' },
  return_to_pending: { from: ['consent_sent'], to: 'pending_consent' },
  revoke_consent: { from: ['consent_signed', 'schedulable'], to: 'pending_consent' },
  reject_signature: { from: ['consent_signed', 'schedulable'], to: 'pending_consent' },
  drop: { from: notDropped, to: 'dropped' },
}

const moves = Object.entries(machine).flatMap(([step, { from, to }]) =>
  all.map((status) => ({ step: step as StatusStep, status, to: from.includes(status) ? to : 'refused' })),
)

test.each(moves)('$step at $status: $to', ({ step, status, to }) => {
  expect(allowsStep(status, step)).toBe(to !== 'refused')
  if (to !== 'refused') expect(nextStatus(status, step)).toBe(to)
  else expect(() => nextStatus(status, step)).toThrow(expect.objectContaining({ code: 'conflict' }))
})

test("an error names the patient's current status", () => {
  expect(() => nextStatus('schedulable', 'send_consent')).toThrow(/Pending Consent.*Schedulable/)
  expect(() => nextStatus('dropped', 'drop')).toThrow('This patient has already been dropped')
  for (const step of ['complete_treatment', 'await_records', 'forward_records', 'revoke_consent'] as const)
    expect(() => nextStatus('consent_sent', step)).toThrow(/ only .*; this patient is at Consent Sent$/)
})

test('labels are readable, and an unknown status is shown unchanged', () => {
  expect(all.map(statusLabel)).toEqual([
    'Pending Consent',
    'Consent Sent',
    'Consent Signed',
    'Schedulable',
    'Treatment Completed',
    'Pending Records',
    'Records Forwarded',
    'Dropped',
  ])
  expect(statusLabel('on_the_moon')).toBe('on_the_moon')
  expect(isPatientStatus('toString')).toBe(false)
})

test('a new patient starts at one of four statuses, and an override can set any except dropped', () => {
  expect(initialStatuses).toEqual(['pending_consent', 'consent_sent', 'consent_signed', 'schedulable'])
  expect(overrideStatuses).toEqual(notDropped)
})

describe('scheduling', () => {
  test.each(all)('at %s', (status) => {
    expect(maySchedule('admin', status)).toBe(status !== 'dropped')
    expect(maySchedule('staff', status)).toBe(status === 'consent_signed')
    expect(maySchedule('attorney', status)).toBe(status === 'consent_signed')
  })

  test('an error says who can schedule or when', () => {
    expect(scheduleRefusal('schedulable')).toMatch(/administrator/)
    expect(scheduleRefusal('pending_consent')).toMatch(/consent is signed/)
    expect(scheduleRefusal('dropped')).toMatch(/dropped/)
  })
})

describe('booking an appointment', () => {
  test.each(all)('at %s', (status) => {
    expect(mayBook('admin', status)).toBe(status !== 'dropped')
    expect(mayBook('staff', status)).toBe(!['pending_consent', 'consent_sent', 'dropped'].includes(status))
    expect(mayBook('attorney', status)).toBe(false)
  })

  test.each(['pending_consent', 'consent_sent', 'dropped'] as const)('an error names %s', (status) => {
    expect(bookingRefusal(status)).toContain(statusLabel(status))
  })
})

test('the track has six steps, of which the last covers two statuses; dropped has none', () => {
  expect(all.map(pipelineStep)).toEqual([1, 2, 3, 4, 5, 6, 6, 0])
})
