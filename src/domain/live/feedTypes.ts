import type { Action } from '../access/policy.ts'

/**
 * The resource types of which programs learn changes, with the action that reads the resource. An API key learns of a change if its
 * scopes allow that action.
 */
export const readBy = {
  patient: 'patient.view',
  patient_status_change: 'patient.view',
  patient_note: 'note.read',
  consent_request: 'consent.view',
  consent_form: 'consent.view',
  sealed_scan: 'consent.view',
  signing_link: 'consent.view',
  signed_copy: 'consent.view',
  saved_view: 'savedView.list',
  patient_record: 'record.view',
  forwarding: 'forwarding.list',
  disclosure: 'disclosure.list',
  patient_request: 'disclosure.list',
  legal_hold: 'legalHold.list',
  task: 'task.list',
  appointment: 'appointment.list',
  working_hours: 'appointment.seeBusy',
  closure: 'appointment.seeBusy',
  patient_import: 'import.manage',
  audit_log: 'audit.read',
  audit_check: 'audit.read',
  break_glass: 'breakGlass.list',
  user: 'user.list',
  consent_template: 'template.list',
} as const satisfies Record<string, Action>

export type FeedType = keyof typeof readBy
export const feedTypes = Object.keys(readBy) as [FeedType, ...FeedType[]]
