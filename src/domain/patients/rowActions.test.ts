import { expect, test } from 'vitest'
import type { Role } from '../access/actor.ts'
import { rowActions } from './rowActions.ts'
import type { PatientStatus } from './status.ts'

const offered = (role: Role, status: PatientStatus, hasConsultation = false) =>
  rowActions(
    { id: 'somebody', role, mustChangePassword: false },
    {
      createdById: 'another',
      assignedAttorneyId: 'somebody',
      status,
      hasConsultation,
      hasSigningLink: status === 'consent_sent',
    },
  )

/** SPEC 2.5 and the role matrix, row by row; an action in brackets is shown closed, with a reason. */
const table: Record<PatientStatus, Record<Role, string>> = {
  pending_consent: {
    admin: 'send_consent view edit override_status drop',
    staff: 'send_consent view edit drop',
    attorney: 'send_consent view drop',
  },
  consent_sent: {
    admin: 'view edit copy_link override_status drop',
    staff: 'view edit copy_link drop',
    attorney: 'view copy_link drop',
  },
  consent_signed: {
    admin: 'schedule view edit override_status drop',
    staff: 'schedule view edit drop',
    attorney: 'schedule view drop',
  },
  schedulable: {
    admin: 'schedule view edit override_status drop',
    staff: '(schedule) view edit drop',
    attorney: '(schedule) view drop',
  },
  treatment_completed: {
    admin: 'view edit override_status drop',
    staff: 'view edit drop',
    attorney: 'view drop',
  },
  pending_records: {
    admin: 'view edit override_status drop',
    staff: 'view edit drop',
    attorney: 'view drop',
  },
  records_forwarded: {
    admin: 'view edit override_status drop',
    staff: 'view edit drop',
    attorney: 'view drop',
  },
  dropped: { admin: 'view edit override_status', staff: 'view edit', attorney: 'view' },
}

const cells = Object.entries(table).flatMap(([status, byRole]) =>
  Object.entries(byRole).map(([role, actions]) => ({
    status: status as PatientStatus,
    role: role as Role,
    actions,
  })),
)

test.each(cells)('$role at $status: $actions', ({ role, status, actions }) => {
  const shown = offered(role, status).map(({ id, reason }) => (reason ? `(${id})` : id))
  expect(shown.join(' ')).toBe(actions)
})

test('a consultation that stands is updated, and by an administrator at any status', () => {
  const label = (role: Role, status: PatientStatus) =>
    offered(role, status, true).find(({ id }) => id === 'schedule')?.label
  expect(label('staff', 'consent_signed')).toBe('Update Consultation')
  expect(label('admin', 'treatment_completed')).toBe('Update Consultation')
  expect(label('staff', 'treatment_completed')).toBeUndefined()
  expect(offered('staff', 'consent_signed').find(({ id }) => id === 'schedule')?.label).toBe(
    'Schedule Consultation',
  )
})

test('whoever must change the password is offered nothing', () => {
  const nobody = { id: 'somebody', role: 'admin', mustChangePassword: true } as const
  const row = {
    createdById: 'x',
    assignedAttorneyId: null,
    status: 'pending_consent',
    hasConsultation: false,
    hasSigningLink: true,
  } as const
  expect(rowActions(nobody, row)).toEqual([])
})
