import type { Role } from '../access/actor.ts'
import { conflict } from '../errors.ts'

export const patientStatuses = [
  'pending_consent',
  'consent_sent',
  'consent_signed',
  'schedulable',
  'treatment_completed',
  'pending_records',
  'records_forwarded',
  'dropped',
] as const
export type PatientStatus = (typeof patientStatuses)[number]

const labels: Record<PatientStatus, string> = {
  pending_consent: 'Pending Consent',
  consent_sent: 'Consent Sent',
  consent_signed: 'Consent Signed',
  schedulable: 'Schedulable',
  treatment_completed: 'Treatment Completed',
  pending_records: 'Pending Records',
  records_forwarded: 'Records Forwarded',
  dropped: 'Dropped',
}

export const isPatientStatus = (value: unknown): value is PatientStatus =>
  patientStatuses.includes(value as PatientStatus)

/** The displayed label; an unknown value is shown unchanged (SPEC section 4). */
export const statusLabel = (status: string): string => (isPatientStatus(status) ? labels[status] : status)

/** The statuses at which a new patient can start (SPEC section 4). */
export const initialStatuses = ['pending_consent', 'consent_sent', 'consent_signed', 'schedulable'] as const

/** The statuses in the dashboard's filter (SPEC 2.4). */
export const dashboardStatuses = initialStatuses

/** The statuses that an administrator can set. Dropping is a separate action. */
export const overrideStatuses = patientStatuses.filter((status) => status !== 'dropped')

type Step = { from: readonly PatientStatus[]; to: PatientStatus }

/** Every transition except the administrator's override (DECISIONS, "Consent"). */
const steps = {
  send_consent: { from: ['pending_consent'], to: 'consent_sent' },
  sign_consent: { from: ['pending_consent', 'consent_sent'], to: 'consent_signed' },
  mark_schedulable: { from: ['consent_signed'], to: 'schedulable' },
  complete_treatment: { from: ['schedulable'], to: 'treatment_completed' },
  await_records: { from: ['treatment_completed'], to: 'pending_records' },
  forward_records: { from: ['treatment_completed', 'pending_records'], to: 'records_forwarded' },
  return_to_pending: { from: ['consent_sent'], to: 'pending_consent' },
  revoke_consent: { from: ['consent_signed', 'schedulable'], to: 'pending_consent' },
  reject_signature: { from: ['consent_signed', 'schedulable'], to: 'pending_consent' },
  drop: { from: overrideStatuses, to: 'dropped' },
} as const satisfies Record<string, Step>

export type StatusStep = keyof typeof steps

export const allowsStep = (status: PatientStatus, step: StatusStep): boolean =>
  (steps[step].from as readonly PatientStatus[]).includes(status)

/** The status after the step. Throws `conflict` if the step cannot start here. */
export function nextStatus(status: PatientStatus, step: StatusStep): PatientStatus {
  if (allowsStep(status, step)) return steps[step].to
  throw conflict('wrong_status', refusals[step](statusLabel(status)))
}

const refusals: Record<StatusStep, (label: string) => string> = {
  send_consent: (label) => `Consent can only be sent at Pending Consent; this patient is at ${label}`,
  sign_consent: (label) => `This patient is at ${label}, so the signature changes nothing`,
  mark_schedulable: (label) =>
    `Only a patient at Consent Signed can become Schedulable; this one is at ${label}`,
  complete_treatment: (label) =>
    `Treatment can only be completed at Schedulable; this patient is at ${label}`,
  await_records: (label) =>
    `A patient can move to Pending Records only from Treatment Completed; this patient is at ${label}`,
  forward_records: (label) =>
    `Records can only be forwarded at Treatment Completed or Pending Records; this patient is at ${label}`,
  return_to_pending: (label) => `This patient is at ${label}, not at Consent Sent`,
  revoke_consent: (label) =>
    `Consent can only be revoked from Consent Signed on; this patient is at ${label}`,
  reject_signature: (label) => `This patient is at ${label}, so rejecting the form changes nothing`,
  drop: () => 'This patient has already been dropped',
}

const notDropped = overrideStatuses
/** The statuses at which a role may schedule a consultation (DECISIONS, role matrix). */
const scheduleAt: Record<Role, readonly PatientStatus[]> = {
  admin: notDropped,
  staff: ['consent_signed'],
  attorney: ['consent_signed'],
}
export const maySchedule = (role: Role, status: PatientStatus): boolean => scheduleAt[role].includes(status)

/** The reason on a disabled schedule action, and the server's error. */
export function scheduleRefusal(status: PatientStatus): string {
  if (status === 'dropped') return 'A dropped patient cannot be scheduled'
  if (status === 'schedulable') return 'Only an administrator can schedule a patient at Schedulable'
  return 'A consultation can be scheduled once the consent is signed'
}

const consented = notDropped.filter((status) => status !== 'pending_consent' && status !== 'consent_sent')
/** The statuses at which a role may book other appointments: consent comes first (SPEC 2.8). */
const bookAt: Record<Role, readonly PatientStatus[]> = { admin: notDropped, staff: consented, attorney: [] }
export const mayBook = (role: Role, status: PatientStatus): boolean => bookAt[role].includes(status)

/** The server's error for a booking. */
export const bookingRefusal = (status: PatientStatus): string =>
  status === 'dropped'
    ? 'No appointment can be booked for a patient at Dropped'
    : `Appointments can be booked once the consent is signed; this patient is at ${statusLabel(status)}`

/** The statuses at which records can be forwarded: from the end of the treatment on, any number of times. */
const sendAt: readonly PatientStatus[] = ['treatment_completed', 'pending_records', 'records_forwarded']
export const maySendRecords = (status: PatientStatus): boolean => sendAt.includes(status)

/** The server's error for forwarding records. */
export const sendRefusal = (status: PatientStatus): string =>
  `Records are forwarded from Treatment Completed on; this patient is at ${statusLabel(status)}`

/** Later statuses at which consent can still be revoked; the status stays (45 CFR 164.508(b)(5)). */
const revokeBeyond: readonly PatientStatus[] = sendAt
export const mayRevokeBeyond = (status: PatientStatus): boolean => revokeBeyond.includes(status)

/** The status after the consent is revoked; `null` if the status does not allow that. */
export function statusAfterRevoking(status: PatientStatus): PatientStatus | null {
  if (mayRevokeBeyond(status)) return status
  return allowsStep(status, 'revoke_consent') ? steps.revoke_consent.to : null
}

/** The server's error for uploading a record. */
export const UPLOAD_WHEN_DROPPED = 'No record can be uploaded for a patient at Dropped'

/** The statuses that imply a consent. */
export const consentStatuses: readonly PatientStatus[] = ['consent_signed', 'schedulable']

/** The six steps of the pipeline track. The last covers two statuses, and dropped has none. */
export const pipeline: readonly { label: string; statuses: readonly PatientStatus[] }[] = [
  { label: 'Pending', statuses: ['pending_consent'] },
  { label: 'Sent', statuses: ['consent_sent'] },
  { label: 'Signed', statuses: ['consent_signed'] },
  { label: 'Schedulable', statuses: ['schedulable'] },
  { label: 'Treated', statuses: ['treatment_completed'] },
  { label: 'Records', statuses: ['pending_records', 'records_forwarded'] },
]
/** The one-based step of the track, or 0 for a status without one. */
export const pipelineStep = (status: PatientStatus): number =>
  pipeline.findIndex(({ statuses }) => statuses.includes(status)) + 1
