import type { Actor } from '../access/actor.ts'
import { type Action, can, type RecordRelations } from '../access/policy.ts'
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
  | 'revoke_consent'
  | 'reassign'
  | 'override_status'
  | 'drop'

type PatientAction = Extract<Action, `patient.${string}`>

/** Steps of the status machine that are taken by hand, each by an operation of its own. */
export type StepActionId = 'mark_schedulable' | 'complete_treatment' | 'await_records' | 'forward_records'

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
  /** The consent was recorded by hand, and no signed form is on file. */
  lacksForm?: boolean
}

const stepActions: { id: StepActionId; label: string; needs: PatientAction }[] = [
  { id: 'mark_schedulable', label: 'Mark Ready to Schedule', needs: 'patient.markSchedulable' },
  { id: 'complete_treatment', label: 'Mark Treatment Completed', needs: 'patient.completeTreatment' },
  { id: 'await_records', label: 'Mark Pending Records', needs: 'patient.awaitRecords' },
  { id: 'forward_records', label: 'Mark Records Forwarded', needs: 'patient.markRecordsForwarded' },
]

const onCard: readonly RowActionId[] = ['edit', 'send_consent', 'schedule', 'view']

/** What SPEC 2.4 offers on the dashboard's card: four actions, of which scheduling at two statuses alone. */
export function cardActions(actor: Actor, patient: Row): RowAction[] {
  return rowActions(actor, patient)
    .filter(({ id }) => onCard.includes(id) && (id !== 'schedule' || isScheduleOffered(patient.status)))
    .map((action) => (action.id === 'schedule' ? { ...action, label: 'Schedule Appointment' } : action))
}

const sending: RowAction[] = [
  { id: 'send_consent', label: 'Send Consent' },
  { id: 'preview_consent', label: 'Preview Consent Form' },
]

/** What SPEC 2.5 offers on a row, for this person, in this state. Offered and allowed are two questions. */
export function rowActions(actor: Actor, patient: Row): RowAction[] {
  const offered: (RowAction | false)[] = [
    ...(can(actor, 'consent.send', patient) && allowsStep(patient.status, 'send_consent') ? sending : []),
    scheduleAction(actor, patient),
    can(actor, 'patient.view', patient) && { id: 'view', label: 'View Details' },
    can(actor, 'note.read') && { id: 'notes', label: 'Notes' },
    ...recordActions(actor, patient),
    can(actor, 'patient.edit', patient) && { id: 'edit', label: 'Edit' },
    ...askingActions(actor, patient),
    ...stepActions.map(
      ({ id, label, needs }) => can(actor, needs, patient) && allowsStep(patient.status, id) && { id, label },
    ),
    can(actor, 'consent.revoke', patient) &&
      allowsStep(patient.status, 'revoke_consent') && { id: 'revoke_consent', label: 'Revoke Consent' },
    can(actor, 'patient.reassign', patient) && { id: 'reassign', label: 'Reassign Patient' },
    can(actor, 'patient.overrideStatus', patient) && { id: 'override_status', label: 'Override status' },
    can(actor, 'patient.drop', patient) &&
      allowsStep(patient.status, 'drop') && { id: 'drop', label: 'Drop Patient' },
  ]
  return offered.filter((action) => action !== false)
}

/** What moves a consent on that is asked for, or to be asked for. */
function askingActions(actor: Actor, patient: Row): (RowAction | false)[] {
  return [
    can(actor, 'consent.seeLink', patient) &&
      patient.hasSigningLink && { id: 'copy_link', label: 'Show signing link' },
    can(actor, 'consent.check', patient) &&
      patient.hasEnvelope === true && { id: 'check_status', label: 'Check Status' },
    can(actor, 'consent.send', patient) &&
      (patient.status === 'consent_sent' || patient.hasSigningLink) && {
        id: 'resend_consent',
        label: 'Resend Consent',
      },
    can(actor, 'consent.signHere', patient) &&
      allowsStep(patient.status, 'sign_consent') && { id: 'sign_here', label: 'Sign Here Now' },
    can(actor, 'consent.recordPaper', patient) &&
      (allowsStep(patient.status, 'sign_consent') ||
        (patient.lacksForm === true && patient.status !== 'dropped')) && {
        id: 'paper_consent',
        label: 'Record Paper Consent',
      },
    can(actor, 'consent.void', patient) &&
      (allowsStep(patient.status, 'return_to_pending') ||
        patient.hasSigningLink ||
        patient.hasEnvelope === true) && {
        id: 'void_request',
        label: 'Void Consent Request',
      },
  ]
}

/** Uploading is offered to a role and open to a relation; looking is open until the patient takes the consent back. */
function recordActions(actor: Actor, patient: Row): (RowAction | false)[] {
  const unless = (isOpen: boolean, reason: string) => (isOpen ? {} : { reason })
  return [
    can(actor, 'record.upload') &&
      patient.status !== 'dropped' && {
        id: 'upload_records',
        label: 'Upload Records',
        ...unless(
          can(actor, 'record.upload', patient),
          'Only an administrator, or whoever added the patient or is assigned, can upload records',
        ),
      },
    can(actor, 'record.view') && {
      id: 'view_records',
      label: 'View Records',
      ...unless(
        can(actor, 'record.view', patient),
        `The ${patient.recordsClosed === 'expired' ? 'authorization has ended' : 'patient took the consent back'}, so the records are closed`,
      ),
    },
  ]
}

const isScheduleOffered = (status: PatientStatus) => status === 'consent_signed' || status === 'schedulable'

function scheduleAction(actor: Actor, patient: Row): RowAction | false {
  const isOffered = isScheduleOffered(patient.status)
  const isAllowed =
    can(actor, 'patient.scheduleConsultation', patient) && maySchedule(actor.role, patient.status)
  if (!isOffered && !(isAllowed && patient.hasConsultation)) return false
  const label = patient.hasConsultation ? 'Update Consultation' : 'Schedule Consultation'
  return isAllowed
    ? { id: 'schedule', label }
    : { id: 'schedule', label, reason: scheduleRefusal(patient.status) }
}
