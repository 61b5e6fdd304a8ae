import type { Actor } from '../access/actor.ts'
import { can, type RecordRelations } from '../access/policy.ts'
import { allowsStep, maySchedule, type PatientStatus, scheduleRefusal } from './status.ts'

export type RowActionId =
  | 'send_consent'
  | 'preview_consent'
  | 'request_authorization'
  | 'schedule'
  | 'view'
  | 'notes'
  | 'upload_records'
  | 'view_records'
  | 'edit'
  | 'copy_link'
  | 'check_status'
  | 'resend_consent'
  | 'void_request'
  | 'sign_here'
  | 'paper_consent'
  | StepActionId
  | 'forward_records'
  | 'revoke_consent'
  | 'reassign'
  | 'override_status'
  | 'restrict_chart'
  | 'lift_restriction'
  | 'drop'

/** The manual steps of the status machine, each with its own operation. */
export type StepActionId = 'mark_schedulable' | 'complete_treatment' | 'await_records' | 'mark_forwarded'

/** An action on a patient's row: absent when not offered, with a reason when disabled. */
export type RowAction = { id: RowActionId; label: string; reason?: string }

/** What a patient's row needs to know. */
export type Row = RecordRelations & {
  status: PatientStatus
  hasConsultation: boolean
  /** Whether a request of the built-in provider is open, so that there is a link to share. */
  hasSigningLink: boolean
  /** Whether a request at DocuSign is open, whose status can be checked. */
  hasEnvelope?: boolean
  /** Whether a request could not be sent and will be retried. */
  isSentAgain?: boolean
  /** Whether the chart is open only to some of the staff. */
  isRestricted?: boolean
  /** Whether the consent was recorded manually without a signed form. */
  lacksForm?: boolean
  /** Why no form can be sent to the patient, if so. */
  sendRefusal?: string | null | undefined
}

export const sendAction = (actor: Actor, patient: Row): RowAction | false =>
  can(actor, 'consent.send', patient) &&
  allowsStep(patient.status, 'send_consent') && {
    id: 'send_consent',
    label: 'Send Consent',
    ...(patient.sendRefusal && { reason: patient.sendRefusal }),
  }

export const viewAction = (actor: Actor, patient: Row): RowAction | false =>
  can(actor, 'patient.view', patient) && { id: 'view', label: 'View Details' }

export const editAction = (actor: Actor, patient: Row): RowAction | false =>
  can(actor, 'patient.edit', patient) && { id: 'edit', label: 'Edit' }

export const isScheduleOffered = (status: PatientStatus) =>
  status === 'consent_signed' || status === 'schedulable'

export function scheduleAction(actor: Actor, patient: Row): RowAction | false {
  const isOffered = isScheduleOffered(patient.status)
  const isAllowed =
    can(actor, 'patient.scheduleConsultation', patient) && maySchedule(actor.role, patient.status)
  if (!isOffered && !(isAllowed && patient.hasConsultation)) return false
  const label = patient.hasConsultation ? 'Update Consultation' : 'Schedule Consultation'
  return isAllowed
    ? { id: 'schedule', label }
    : { id: 'schedule', label, reason: scheduleRefusal(patient.status) }
}

export const offeredOf = (actions: readonly (RowAction | false)[]): RowAction[] =>
  actions.filter((action) => action !== false)
