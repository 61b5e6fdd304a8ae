import { expect, test } from 'vitest'
import type { AppointmentStatus } from './appointment.ts'
import { appointmentActions } from './rowActions.ts'

const now = new Date('2026-03-04T15:00:00Z')
const person = (role: 'admin' | 'staff' | 'attorney') => ({ id: 'somebody', role, mustChangePassword: false })
const actions = (role: 'admin' | 'staff' | 'attorney', status: AppointmentStatus, scheduledAt: string) =>
  appointmentActions(person(role), { status, scheduledAt: new Date(scheduledAt) }, now).map(
    ({ id, reason = 'open' }) => `${id}: ${reason}`,
  )

const LATER = '2026-03-05T15:00:00Z'
const BEGUN = '2026-03-04T14:30:00Z'

test('a future appointment can be edited and cancelled, and says why its outcome is not open yet', () => {
  for (const role of ['admin', 'staff'] as const)
    expect(actions(role, 'scheduled', LATER)).toEqual([
      'edit: open',
      'cancel: open',
      'complete: An appointment can only be completed once it has begun',
      'no_show: An appointment can only be marked as a no-show once it has begun',
      'download: open',
    ])
})

test('an appointment that has begun can have any outcome', () => {
  expect(actions('staff', 'scheduled', BEGUN)).toEqual([
    'edit: open',
    'cancel: open',
    'complete: open',
    'no_show: open',
    'download: open',
  ])
})

test('a settled appointment names its outcome', () => {
  const already = 'This appointment is already cancelled'
  expect(actions('admin', 'cancelled', BEGUN)).toEqual([
    `edit: ${already}`,
    `cancel: ${already}`,
    `complete: ${already}`,
    `no_show: ${already}`,
    'download: open',
  ])
})

test('an attorney can only download', () => {
  expect(actions('attorney', 'scheduled', BEGUN)).toEqual(['download: open'])
})
