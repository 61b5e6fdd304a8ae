import { type AuditAction, describeActivity } from '../audit/descriptions.ts'
import { patientFields } from './patientFields.ts'
import { statusLabel } from './status.ts'

/** What a reader of a chart may see beyond the patient: records, and what is only for the clinic. */
export type TimelineReader = { seesRecords: boolean; isClinic: boolean }

/** Who sees the acts on each type of resource. Types that are not listed are not in the timeline. */
const readers: Record<string, (reader: TimelineReader) => boolean> = {
  patient: () => true,
  consent_request: () => true,
  consent_form: () => true,
  appointment: () => true,
  task: () => true,
  patient_note: () => true,
  patient_record: ({ seesRecords }) => seesRecords,
  forwarding: ({ isClinic }) => isClinic,
  legal_hold: ({ isClinic }) => isClinic,
  patient_request: ({ isClinic }) => isClinic,
}

/** The resource types of the timeline for this reader. */
export const timelineResources = (reader: TimelineReader): string[] =>
  Object.keys(readers).filter((resourceType) => readers[resourceType]?.(reader))

/** One row of the audit log with the parts of its details that the timeline shows. */
export type TimelineAct = {
  action: AuditAction
  resourceType: string
  details: unknown
}

type Details = {
  fields?: unknown
  status?: unknown
  from?: unknown
  to?: unknown
  isRestricted?: unknown
  hasArrived?: unknown
  restored?: unknown
  moved?: unknown
  part?: unknown
  state?: unknown
}

/** Says in plain words what happened: "Status changed from Schedulable to Treatment Completed". */
export function describeTimeline({ action, resourceType, details }: TimelineAct): string {
  const known: Details = Object(details)
  const specific =
    (action === 'updated' && updates[resourceType]?.(known)) ||
    (action === 'viewed' && known.fields !== undefined && views[resourceType]) ||
    (action === 'consent_revoked' && known.part !== undefined && 'Part of the consent revoked')
  return (
    specific ||
    sentences[`${action} ${resourceType}`] ||
    consents[action] ||
    describeActivity(action, resourceType)
  )
}

const consents: Partial<Record<AuditAction, string>> = {
  consent_sent: 'Consent form sent to patient',
  consent_signed: 'Patient signed consent form',
  consent_declined: 'Patient declined consent form',
  consent_voided: 'Consent request voided',
  consent_expired: 'Consent request expired',
  consent_revoked: 'Consent revoked',
  break_glass: 'Restricted chart opened in an emergency',
}

const sentences: Record<string, string> = {
  'created patient': 'Patient added',
  'viewed consent_request': 'Patient opened consent form',
  'locked consent_request': 'Signing link locked after too many wrong answers',
  'viewed forwarding': 'Forwarded records opened',
  'created appointment': 'Appointment booked',
  'updated appointment': 'Appointment edited',
  'created task': 'Task added',
  'updated task': 'Task edited',
  'created patient_note': 'Note added',
  'updated patient_note': 'Note edited',
  'deleted patient_note': 'Note deleted',
  'created patient_record': 'Record uploaded',
  'imported patient_record': 'Record imported',
  'deleted patient_record': 'Record deleted',
  'created forwarding': 'Records forwarded',
  'updated forwarding': 'Forwarding ended',
  'created legal_hold': 'Legal hold placed',
  'updated legal_hold': 'Legal hold lifted',
  'created patient_request': 'Request by the patient recorded',
}

/** What a patient looks up about an object without opening it. */
const views: Record<string, string> = { consent_request: 'Patient asked what became of a link' }

const appointments: Record<string, string> = {
  completed: 'Appointment completed',
  no_show: 'Patient did not come',
  cancelled: 'Appointment cancelled',
  scheduled: 'No-show undone',
}

const tasks: Record<string, string> = {
  completed: 'Task completed',
  cancelled: 'Task cancelled',
  in_progress: 'Task started',
  pending: 'Task reopened',
}

/** What changed about a consent request, by the field. */
const requests: Record<string, string> = {
  identityCodeExpiresAt: 'Code sent to patient',
  identityCheckedAt: 'Patient confirmed identity',
  paperRequestedAt: 'Patient asked for a paper form',
  disclosureAgreedAt: 'Patient agreed to sign electronically',
  proofRecordId: 'Proof of authority uploaded',
  nextReminderAt: 'Patient reminded to sign',
  copyToRecipients: 'Copy of the signed form sent to a recipient',
}

/** What became of a consent request or of the review of its form, by the state. */
const requestStates: Record<string, string> = {
  preparing: 'Sending the consent form was tried again',
  failed: 'Consent form could not be sent',
  accepted: 'Signed form accepted',
  rejected: 'Signed form rejected',
}

/** What happened to a request by the patient, by the field. */
const patientRequests: Record<string, string> = {
  answeredOn: 'Request by the patient answered',
  dueOn: 'Time to answer a request extended',
  dueToldAt: 'Alert that the answer to a request is due',
  overdueToldAt: 'Alert that the answer to a request is overdue',
}

/** The fields of a record that users edit. */
const editedOfRecord: readonly unknown[] = ['category', 'serviceDate', 'imageDescription']

const updates: Record<string, (details: Details) => string | undefined> = {
  patient: ofPatient,
  appointment: ({ status, hasArrived }) =>
    typeof hasArrived === 'boolean'
      ? hasArrived
        ? 'Patient arrived'
        : 'Arrival undone'
      : appointments[String(status)],
  task: ({ status, fields }) =>
    tasks[String(status)] ?? (hasField(fields, 'dueToldAt') ? 'Task came due' : undefined),
  consent_request: ({ fields, state }) => byField(requests, fields) ?? requestStates[String(state)],
  patient_request: ({ fields }) => byField(patientRequests, fields),
  patient_record: ({ restored, moved, fields }) => {
    if (restored === true) return 'Record restored'
    if (moved === 'in') return 'Record moved here from the chart of another patient'
    if (moved === 'out') return 'Record moved to the chart of another patient'
    const isEdit = Array.isArray(fields) && fields.some((field) => editedOfRecord.includes(field))
    return isEdit ? 'Record details edited' : 'Record checked for viruses'
  },
}

const byField = (sentencesOf: Record<string, string>, fields: unknown): string | undefined =>
  Object.entries(sentencesOf).find(([field]) => hasField(fields, field))?.[1]

const hasField = (fields: unknown, name: string) => Array.isArray(fields) && fields.includes(name)

function ofPatient({ fields, status, from, to, isRestricted }: Details): string | undefined {
  if (status === 'dropped') return 'Patient dropped'
  if (typeof to === 'string')
    return typeof from === 'string'
      ? `Status changed from ${statusLabel(from)} to ${statusLabel(to)}`
      : `Status changed to ${statusLabel(to)}`
  if (typeof isRestricted === 'boolean')
    return isRestricted ? 'Chart restricted' : 'Chart opened to all staff again'
  const names = Array.isArray(fields) ? fields.map(String) : []
  if (names.includes('consentEndingTold')) return 'Alert that the authorization ends soon'
  if (names.includes('assignedAttorney')) return 'Assignment changed'
  if (names.some((name) => name.startsWith('consultation'))) return 'Consultation scheduled'
  const labels = names.map((name) => patientFields[name as keyof typeof patientFields]?.label).filter(Boolean)
  return labels.length > 0 ? `Edited: ${labels.join(', ')}` : undefined
}
