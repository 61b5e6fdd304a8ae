import type { Actor } from '../access/actor.ts'
import { can, type RecordRelations } from '../access/policy.ts'
import { allowsStep, maySchedule, type PatientStatus, scheduleRefusal } from './status.ts'

export type RowActionId =
  | 'send_consent'
  | 'preview_consent'
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

/** Steps of the status machine that are taken by hand, each by an operation of its own. */
export type StepActionId = 'mark_schedulable' | 'complete_treatment' | 'await_records' | 'mark_forwarded'

/** A thing to do with a patient's row: absent when not offered, with a reason when offered but closed. */
export type RowAction = { id: RowActionId; label: string; reason?: string }

/** What is known of a patient where a row of theirs is shown. */
export type Row = RecordRelations & {
  status: PatientStatus
  hasConsultation: boolean
  /** A request of the built-in provider is open, so there is a link to hand on. */
  hasSigningLink: boolean
  /** A request is open that lies with DocuSign, which can be asked about it. */
  hasEnvelope?: boolean
  /** A request could not be sent and is tried again by itself. */
  isSentAgain?: boolean
  /** The chart is open to some of the staff only. */
  isRestricted?: boolean
  /** The consent was recorded by hand, and no signed form is on file. */
  lacksForm?: boolean
  /** Why no form can be sent to them, if none can. */
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
