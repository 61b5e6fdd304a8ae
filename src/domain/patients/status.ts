import type { Role } from '../access/actor.ts'
import { Failure } from '../errors.ts'

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

/** The word a person reads; any other value is shown as it is (SPEC section 4). */
export const statusLabel = (status: string): string => (isPatientStatus(status) ? labels[status] : status)

/** Statuses a new patient may start with (SPEC section 4). */
export const initialStatuses = ['pending_consent', 'consent_sent', 'consent_signed', 'schedulable'] as const

/** Statuses the dashboard's filter offers (SPEC 2.4). */
export const dashboardStatuses = initialStatuses

/** Where an administrator may put a patient; dropping has an action of its own. */
export const overrideStatuses = patientStatuses.filter((status) => status !== 'dropped')

type Step = { from: readonly PatientStatus[]; to: PatientStatus }

/** Every way from status to status except the administrator's override (DECISIONS, "Consent"). */
const steps = {
  send_consent: { from: ['pending_consent'], to: 'consent_sent' },
  sign_consent: { from: ['pending_consent', 'consent_sent'], to: 'consent_signed' },
  mark_schedulable: { from: ['consent_signed'], to: 'schedulable' },
  complete_treatment: { from: ['schedulable'], to: 'treatment_completed' },
  await_records: { from: ['treatment_completed'], to: 'pending_records' },
  forward_records: { from: ['treatment_completed', 'pending_records'], to: 'records_forwarded' },
  return_to_pending: { from: ['consent_sent'], to: 'pending_consent' },
  revoke_consent: { from: ['consent_signed', 'schedulable'], to: 'pending_consent' },
  drop: { from: overrideStatuses, to: 'dropped' },
} as const satisfies Record<string, Step>

export type StatusStep = keyof typeof steps

export const allowsStep = (status: PatientStatus, step: StatusStep): boolean =>
  (steps[step].from as readonly PatientStatus[]).includes(status)

/** Where the step leads; throws `conflict` from a status it does not start at. */
export function nextStatus(status: PatientStatus, step: StatusStep): PatientStatus {
  if (allowsStep(status, step)) return steps[step].to
  throw new Failure('conflict', refusals[step](statusLabel(status)))
}

const refusals: Record<StatusStep, (label: string) => string> = {
  send_consent: (label) => `Consent can only be sent at Pending Consent; this patient is at ${label}`,
  sign_consent: (label) => `This patient is at ${label}, so the signature changes nothing`,
  mark_schedulable: (label) =>
    `Only a patient at Consent Signed can become Schedulable; this one is at ${label}`,
  complete_treatment: (label) =>
    `Treatment can only be completed at Schedulable; this patient is at ${label}`,
  await_records: (label) => `Records can only be awaited at Treatment Completed; this patient is at ${label}`,
  forward_records: (label) =>
    `Records can only be forwarded at Treatment Completed or Pending Records; this patient is at ${label}`,
  return_to_pending: (label) => `This patient is at ${label}, not at Consent Sent`,
  revoke_consent: (label) =>
    `Consent can only be revoked from Consent Signed on; this patient is at ${label}`,
  drop: () => 'This patient has already been dropped',
}

const notDropped = overrideStatuses
/** At which statuses a role may schedule a consultation (DECISIONS, role matrix). */
const scheduleAt: Record<Role, readonly PatientStatus[]> = {
  admin: notDropped,
  staff: ['consent_signed'],
  attorney: ['consent_signed'],
}
export const maySchedule = (role: Role, status: PatientStatus): boolean => scheduleAt[role].includes(status)

/** Said where scheduling is offered but not open to this role, and when the server refuses it. */
export function scheduleRefusal(status: PatientStatus): string {
  if (status === 'dropped') return 'A dropped patient cannot be scheduled'
  if (status === 'schedulable') return 'Only an administrator can schedule a patient at Schedulable'
  return 'A consultation can be scheduled once the consent is signed'
}

const consented = notDropped.filter((status) => status !== 'pending_consent' && status !== 'consent_sent')
/** At which statuses a role may book any other appointment: consent comes first (SPEC 2.8). */
const bookAt: Record<Role, readonly PatientStatus[]> = { admin: notDropped, staff: consented, attorney: [] }
export const mayBook = (role: Role, status: PatientStatus): boolean => bookAt[role].includes(status)

/** Said when the server refuses a booking. */
export const bookingRefusal = (status: PatientStatus): string =>
  status === 'dropped'
    ? 'No appointment can be booked for a patient at Dropped'
    : `Appointments can be booked once the consent is signed; this patient is at ${statusLabel(status)}`

/** At which statuses records can be forwarded: once the treatment is over, and again after that. */
const sendAt: readonly PatientStatus[] = ['treatment_completed', 'pending_records', 'records_forwarded']
export const maySendRecords = (status: PatientStatus): boolean => sendAt.includes(status)

/** Said when the server refuses to forward records. */
export const sendRefusal = (status: PatientStatus): string =>
  `Records are forwarded from Treatment Completed on; this patient is at ${statusLabel(status)}`

/** Statuses beyond the consent at which it can be taken back all the same; the status stays (45 CFR 164.508(b)(5)). */
const revokeBeyond: readonly PatientStatus[] = sendAt
export const mayRevokeBeyond = (status: PatientStatus): boolean => revokeBeyond.includes(status)

/** Said when the server refuses a record. */
export const UPLOAD_WHEN_DROPPED = 'No record can be uploaded for a patient at Dropped'

/** Statuses at which a consent stands behind the patient. */
export const consentStatuses: readonly PatientStatus[] = ['consent_signed', 'schedulable']

/** The six steps of the pipeline track; dropped lies outside it, and the last step covers two statuses. */
export const pipeline: readonly { label: string; statuses: readonly PatientStatus[] }[] = [
  { label: 'Pending', statuses: ['pending_consent'] },
  { label: 'Sent', statuses: ['consent_sent'] },
  { label: 'Signed', statuses: ['consent_signed'] },
  { label: 'Schedulable', statuses: ['schedulable'] },
  { label: 'Treated', statuses: ['treatment_completed'] },
  { label: 'Records', statuses: ['pending_records', 'records_forwarded'] },
]
/** One-based step of the track, or 0 for a status outside it. */
export const pipelineStep = (status: PatientStatus): number =>
  pipeline.findIndex(({ statuses }) => statuses.includes(status)) + 1
