import { expect, test } from 'vitest'
import type { Role } from '../access/actor.ts'
import type { RecordClosing } from '../consent/authorization.ts'
import { cardActions } from './cardActions.ts'
import { consentActions } from './consentActions.ts'
import { nextOnConsent, nextOnRow } from './nextActions.ts'
import { rowActions } from './rowActions.ts'
import type { PatientStatus } from './status.ts'

const offered = (role: Role, status: PatientStatus, hasConsultation = false) =>
  rowActions(
    { id: 'somebody', role, mustChangePassword: false },
    {
      createdById: 'another',
      assignedAttorneyId: 'somebody',
      recordsClosed: null,
      status,
      hasConsultation,
      hasSigningLink: status === 'consent_sent',
    },
  )

/** SPEC 2.5 and the role matrix, row by row. Parentheses mark an action that is disabled with a reason. */
const table: Record<PatientStatus, Record<Role, string>> = {
  pending_consent: {
    admin:
      'send_consent preview_consent view notes upload_records view_records edit sign_here paper_consent reassign override_status restrict_chart drop',
    staff:
      'send_consent preview_consent view notes upload_records view_records edit sign_here paper_consent drop',
    attorney: 'send_consent preview_consent view notes view_records drop',
  },
  consent_sent: {
    admin:
      'view notes upload_records view_records edit copy_link resend_consent sign_here paper_consent void_request reassign override_status restrict_chart drop',
    staff:
      'view notes upload_records view_records edit copy_link resend_consent sign_here paper_consent void_request drop',
    attorney: 'view notes view_records resend_consent drop',
  },
  consent_signed: {
    admin:
      'schedule view notes upload_records view_records edit mark_schedulable revoke_consent reassign override_status restrict_chart drop',
    staff: 'schedule view notes upload_records view_records edit mark_schedulable revoke_consent drop',
    attorney: 'schedule view notes view_records drop',
  },
  schedulable: {
    admin:
      'schedule view notes upload_records view_records edit complete_treatment revoke_consent reassign override_status restrict_chart drop',
    staff: '(schedule) view notes upload_records view_records edit complete_treatment revoke_consent drop',
    attorney: '(schedule) view notes view_records drop',
  },
  treatment_completed: {
    admin:
      'view notes upload_records view_records edit await_records forward_records mark_forwarded revoke_consent reassign override_status restrict_chart drop',
    staff:
      'view notes upload_records view_records edit await_records forward_records mark_forwarded revoke_consent drop',
    attorney: 'view notes view_records drop',
  },
  pending_records: {
    admin:
      'view notes upload_records view_records edit forward_records mark_forwarded revoke_consent reassign override_status restrict_chart drop',
    staff: 'view notes upload_records view_records edit forward_records mark_forwarded revoke_consent drop',
    attorney: 'view notes view_records drop',
  },
  records_forwarded: {
    admin:
      'view notes upload_records view_records edit forward_records revoke_consent reassign override_status restrict_chart drop',
    staff: 'view notes upload_records view_records edit forward_records revoke_consent drop',
    attorney: 'view notes view_records drop',
  },
  dropped: {
    admin: 'view notes view_records edit reassign override_status restrict_chart',
    staff: 'view notes view_records edit',
    attorney: 'view notes view_records',
  },
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

test.each(cells)(
  'every action on the row itself is also in its menu: $role at $status',
  ({ role, status }) => {
    const actor = { id: 'somebody', role, mustChangePassword: false }
    const flags = [true, false]
    for (const hasConsultation of flags)
      for (const hasSigningLink of flags)
        for (const hasEnvelope of flags) {
          const row = {
            createdById: 'another',
            assignedAttorneyId: 'somebody',
            recordsClosed: null,
            status,
            hasConsultation,
            hasSigningLink,
            hasEnvelope,
          }
          const next = nextOnRow(actor, row)
          const onConsent = nextOnConsent(actor, row)
          const ids = ['send_consent', 'schedule']
          const consentIds = ['send_consent', 'copy_link', 'check_status', 'resend_consent']
          expect(next).toEqual(rowActions(actor, row).filter(({ id }) => ids.includes(id)))
          expect(onConsent).toEqual(consentActions(actor, row).filter(({ id }) => consentIds.includes(id)))
        }
  },
)

test('an existing consultation is updated, by an administrator at any status', () => {
  const label = (role: Role, status: PatientStatus) =>
    offered(role, status, true).find(({ id }) => id === 'schedule')?.label
  expect(label('staff', 'consent_signed')).toBe('Update Consultation')
  expect(label('admin', 'treatment_completed')).toBe('Update Consultation')
  expect(label('staff', 'treatment_completed')).toBeUndefined()
  expect(offered('staff', 'consent_signed').find(({ id }) => id === 'schedule')?.label).toBe(
    'Schedule Consultation',
  )
})

test('a user who must change the password is offered nothing', () => {
  const nobody = { id: 'somebody', role: 'admin', mustChangePassword: true } as const
  const row = {
    createdById: 'x',
    assignedAttorneyId: null,
    status: 'pending_consent',
    hasConsultation: false,
    hasSigningLink: true,
    recordsClosed: null,
  } as const
  expect(rowActions(nobody, row)).toEqual([])
})

test('the dashboard offers at most four actions, and a consultation at two statuses only', () => {
  const onCard = (role: Role, status: PatientStatus, hasConsultation = false) =>
    cardActions(
      { id: 'somebody', role, mustChangePassword: false },
      {
        createdById: 'another',
        assignedAttorneyId: 'somebody',
        recordsClosed: null,
        status,
        hasConsultation,
        hasSigningLink: false,
      },
    ).map(({ id, label }) => (id === 'schedule' ? label : id))
  expect(onCard('admin', 'pending_consent', true)).toEqual(['send_consent', 'view', 'edit'])
  expect(onCard('admin', 'schedulable', true)).toEqual(['Schedule Appointment', 'view', 'edit'])
  expect(onCard('attorney', 'consent_signed')).toEqual(['Schedule Appointment', 'view'])
  expect(onCard('admin', 'treatment_completed', true)).toEqual(['view', 'edit'])
})

test('the consent screen offers the consent actions, and says why there is no link', () => {
  const onConsent = (role: Role, status: PatientStatus, hasSigningLink: boolean, hasEnvelope = false) =>
    consentActions(
      { id: 'somebody', role, mustChangePassword: false },
      {
        createdById: 'another',
        assignedAttorneyId: 'somebody',
        status,
        hasConsultation: false,
        hasSigningLink,
        hasEnvelope,
        recordsClosed: null,
      },
    )
      .map(({ id, reason }) => (reason ? `(${id})` : id))
      .join(' ')
  expect(onConsent('staff', 'pending_consent', false)).toBe(
    'send_consent preview_consent view sign_here paper_consent',
  )
  expect(onConsent('staff', 'consent_sent', true)).toBe(
    'view copy_link resend_consent sign_here paper_consent void_request',
  )
  expect(onConsent('staff', 'consent_sent', false)).toBe(
    '(copy_link) view resend_consent sign_here paper_consent void_request',
  )
  expect(onConsent('attorney', 'consent_sent', false)).toBe('view resend_consent')
  expect(onConsent('attorney', 'consent_sent', false, true)).toBe('view check_status resend_consent')
  expect(onConsent('staff', 'treatment_completed', false, true)).toBe(
    'view check_status void_request revoke_consent',
  )
  expect(onConsent('staff', 'consent_signed', false)).toBe('schedule view mark_schedulable revoke_consent')
})

test('staff who added the patient or are assigned can upload records; for others the action is disabled', () => {
  const facts = { status: 'consent_signed', hasConsultation: false, hasSigningLink: false } as const
  const staff = { id: 'somebody', role: 'staff', mustChangePassword: false } as const
  const upload = (createdById: string, assignedAttorneyId: string | null) =>
    rowActions(staff, { ...facts, createdById, assignedAttorneyId, recordsClosed: null }).find(
      ({ id }) => id === 'upload_records',
    )
  expect(upload('somebody', null)).toEqual({ id: 'upload_records', label: 'Upload Records' })
  expect(upload('another', 'somebody')).toEqual({ id: 'upload_records', label: 'Upload Records' })
  expect(upload('another', null)?.reason).toContain('the user who added the patient')
})

test('after a revocation an attorney sees why the records are closed', () => {
  const facts = { status: 'pending_consent', hasConsultation: false, hasSigningLink: false } as const
  const view = (role: Role, recordsClosed: RecordClosing = 'revoked') =>
    rowActions(
      { id: 'somebody', role, mustChangePassword: false },
      { ...facts, createdById: 'x', assignedAttorneyId: 'somebody', recordsClosed },
    ).find(({ id }) => id === 'view_records')
  expect(view('attorney')?.reason).toContain('revoked the consent')
  expect(view('attorney', 'expired')?.reason).toContain('authorization has ended')
  expect(view('staff')).toEqual({ id: 'view_records', label: 'View Records' })
})

test('after a revocation or without a form, records can still be forwarded, and consent is revoked only once', () => {
  const at = (facts: { recordsClosed?: RecordClosing; lacksForm?: boolean; status?: PatientStatus }) =>
    rowActions(
      { id: 'somebody', role: 'staff', mustChangePassword: false },
      {
        createdById: 'x',
        assignedAttorneyId: null,
        recordsClosed: null,
        status: 'records_forwarded',
        hasConsultation: false,
        hasSigningLink: false,
        ...facts,
      },
    )
      .filter(({ id }) => id === 'forward_records' || id === 'revoke_consent')
      .map(({ id, reason }) => reason ?? id)
  expect(at({})).toEqual(['forward_records', 'revoke_consent'])
  expect(at({ recordsClosed: 'revoked' })).toEqual(['forward_records'])
  expect(at({ recordsClosed: 'revoked', status: 'pending_consent' })).toEqual(['forward_records'])
  expect(at({ recordsClosed: 'revoked', status: 'dropped' })).toEqual([])
  expect(at({ status: 'pending_consent' })).toEqual([])
  expect(at({ lacksForm: true })).toEqual(['forward_records', 'revoke_consent'])
})
