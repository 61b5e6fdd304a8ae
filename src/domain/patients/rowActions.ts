import type { Actor } from '../access/actor.ts'
import { type Action, can } from '../access/policy.ts'
import { closedBecause, forwardAction } from './forwardAction.ts'
import { checkAction, linkAction, resendAction } from './requestActions.ts'
import {
  editAction,
  offeredOf,
  type Row,
  type RowAction,
  type StepActionId,
  scheduleAction,
  sendAction,
  viewAction,
} from './rowAction.ts'
import { allowsStep, mayRevokeBeyond, type StatusStep } from './status.ts'

type PatientAction = Extract<Action, `patient.${string}`>

type StepAction = { id: StepActionId; step?: StatusStep; label: string; needs: PatientAction }

const stepActions: StepAction[] = [
  { id: 'mark_schedulable', label: 'Mark Ready to Schedule', needs: 'patient.markSchedulable' },
  { id: 'complete_treatment', label: 'Mark Treatment Completed', needs: 'patient.completeTreatment' },
  { id: 'await_records', label: 'Mark Pending Records', needs: 'patient.awaitRecords' },
]
const markForwarded: StepAction = {
  id: 'mark_forwarded',
  step: 'forward_records',
  label: 'Mark Records Forwarded',
  needs: 'patient.markRecordsForwarded',
}

/**
 * The actions that SPEC 2.5 offers on a row for this user and status. An offered action may still be
 * disabled.
 */
export function rowActions(actor: Actor, patient: Row): RowAction[] {
  const sending = sendAction(actor, patient)
  const asRowAction = ({ id, step = id as StatusStep, label, needs }: StepAction) =>
    can(actor, needs, patient) && allowsStep(patient.status, step) && { id, label }
  return offeredOf([
    sending,
    sending && { id: 'preview_consent', label: 'Preview Consent Form' },
    scheduleAction(actor, patient),
    viewAction(actor, patient),
    can(actor, 'note.read') && { id: 'notes', label: 'Notes' },
    ...recordActions(actor, patient),
    editAction(actor, patient),
    ...askingActions(actor, patient),
    ...stepActions.map(asRowAction),
    forwardAction(actor, patient),
    asRowAction(markForwarded),
    can(actor, 'consent.revoke', patient) &&
      isRevocable(patient) && { id: 'revoke_consent', label: 'Revoke Consent' },
    can(actor, 'patient.reassign', patient) && { id: 'reassign', label: 'Reassign Patient' },
    can(actor, 'patient.overrideStatus', patient) && { id: 'override_status', label: 'Override Status' },
    can(actor, 'patient.restrict', patient) &&
      (patient.isRestricted
        ? { id: 'lift_restriction', label: 'Lift Restriction' }
        : { id: 'restrict_chart', label: 'Restrict Chart' }),
    can(actor, 'patient.drop', patient) &&
      allowsStep(patient.status, 'drop') && { id: 'drop', label: 'Drop Patient' },
  ])
}

/** At later statuses, the consent may already be revoked. */
const isRevocable = ({ status, recordsClosed }: Row): boolean =>
  allowsStep(status, 'revoke_consent') || (mayRevokeBeyond(status) && recordsClosed !== 'revoked')

/** The actions on an open or future consent request. */
function askingActions(actor: Actor, patient: Row): (RowAction | false)[] {
  return [
    linkAction(actor, patient),
    checkAction(actor, patient),
    resendAction(actor, patient),
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
        patient.hasEnvelope === true ||
        patient.isSentAgain === true) && {
        id: 'void_request',
        label: 'Void Consent Request',
      },
  ]
}

/**
 * Uploading is offered by role and enabled by relation to the patient. Viewing is enabled until the consent
 * is revoked.
 */
function recordActions(actor: Actor, patient: Row): (RowAction | false)[] {
  const unless = (isOpen: boolean, reason: string) => (isOpen ? {} : { reason })
  return [
    can(actor, 'record.upload') &&
      patient.status !== 'dropped' && {
        id: 'upload_records',
        label: 'Upload Records',
        ...unless(
          can(actor, 'record.upload', patient),
          'Only an administrator, the user who added the patient, or the assigned user can upload records',
        ),
      },
    can(actor, 'record.view') && {
      id: 'view_records',
      label: 'View Records',
      ...unless(can(actor, 'record.view', patient), closedBecause(patient)),
    },
  ]
}
