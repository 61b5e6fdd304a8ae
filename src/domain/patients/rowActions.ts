import type { Actor } from '../access/actor.ts'
import { can, type PatientRelations } from '../access/policy.ts'
import { allowsStep, maySchedule, type PatientStatus, scheduleRefusal } from './status.ts'

export type RowActionId =
  | 'send_consent'
  | 'schedule'
  | 'view'
  | 'edit'
  | 'copy_link'
  | 'drop'
  | 'override_status'

/** A thing to do with a patient's row: absent when not offered, with a reason when offered but closed. */
export type RowAction = { id: RowActionId; label: string; reason?: string }

type Row = PatientRelations & {
  status: PatientStatus
  hasConsultation: boolean
  /** A request of the built-in provider is open, so there is a link to hand on. */
  hasSigningLink: boolean
}

/** What SPEC 2.5 offers on a row, for this person, in this state. Offered and allowed are two questions. */
export function rowActions(actor: Actor, patient: Row): RowAction[] {
  const offered: (RowAction | false)[] = [
    can(actor, 'consent.send', patient) &&
      allowsStep(patient.status, 'send_consent') && { id: 'send_consent', label: 'Send Consent' },
    scheduleAction(actor, patient),
    can(actor, 'patient.view', patient) && { id: 'view', label: 'View Details' },
    can(actor, 'patient.edit', patient) && { id: 'edit', label: 'Edit' },
    can(actor, 'consent.seeLink', patient) &&
      patient.hasSigningLink && { id: 'copy_link', label: 'Show signing link' },
    can(actor, 'patient.overrideStatus', patient) && { id: 'override_status', label: 'Override status' },
    can(actor, 'patient.drop', patient) &&
      allowsStep(patient.status, 'drop') && { id: 'drop', label: 'Drop Patient' },
  ]
  return offered.filter((action) => action !== false)
}

function scheduleAction(actor: Actor, patient: Row): RowAction | false {
  const isOffered = patient.status === 'consent_signed' || patient.status === 'schedulable'
  const isAllowed =
    can(actor, 'patient.scheduleConsultation', patient) && maySchedule(actor.role, patient.status)
  if (!isOffered && !(isAllowed && patient.hasConsultation)) return false
  const label = patient.hasConsultation ? 'Update Consultation' : 'Schedule Consultation'
  return isAllowed
    ? { id: 'schedule', label }
    : { id: 'schedule', label, reason: scheduleRefusal(patient.status) }
}
