import type { Operation } from '@urql/core'
import type { Query } from '#generated/schema.ts'

/** A change sent by the server: what to reload, without its new content. */
export type Change = {
  action: string
  resourceType: string | null
  resourceId: string | null
  patientId: string | null
}

/** The channel on which the leading tab tells the others about changes. */
export const CHANNEL = 'caseload-live'

/** Some changes were lost, so everything must be reloaded. */
export const missed: Change = { action: 'missed', resourceType: null, resourceId: null, patientId: null }

/**
 * The resource types that affect each root field. A field that is not listed is reloaded after any change.
 */
const readFrom: Readonly<Record<string, readonly string[]>> = {
  patients: ['patient', 'consent_request', 'consent_form', 'user'],
  lockedCharts: ['patient', 'user'],
  dashboardStats: ['patient', 'consent_request'],
  counts: ['patient', 'consent_request', 'task', 'alert'],
  appointments: ['appointment', 'patient', 'user'],
  appointmentDays: ['appointment', 'patient'],
  freeSlots: ['appointment', 'closure', 'working_hours', 'patient'],
  workingHours: ['working_hours'],
  appointmentsOutsideHours: ['appointment', 'working_hours'],
  closures: ['closure'],
  tasks: ['task', 'patient', 'user'],
  patientNotes: ['patient_note', 'user'],
  patientNoteVersions: ['patient_note'],
  // The patient's assignment and consent decide whether the records are open.
  patientRecords: ['patient_record', 'patient', 'consent_request', 'legal_hold', 'user'],
  deletedRecords: ['patient_record', 'legal_hold', 'user'],
  legalHolds: ['legal_hold', 'patient', 'user'],
  patientRequests: ['patient_request', 'patient'],
  accountingOfDisclosures: ['disclosure', 'patient_request', 'forwarding', 'consent_request', 'patient'],
  assignableUsers: ['user'],
  users: ['user'],
  assignedWork: ['user', 'patient', 'task', 'appointment'],
  alerts: ['alert'],
  apiKeys: ['api_key'],
  webhooks: ['webhook'],
  bulkJob: ['bulk_job'],
  bulkJobRows: ['bulk_job'],
  mySessions: ['session'],
} satisfies Partial<Record<keyof Query, readonly string[]>>

/** Whether an operation's result may be affected by a change. */
export function isTouched(
  { query, variables }: Pick<Operation, 'query' | 'variables'>,
  change: Change,
): boolean {
  const { action, resourceType, resourceId, patientId } = change
  if (action === 'missed' || resourceType === null) return true
  const isRead = query.definitions.some(
    (definition) =>
      definition.kind === 'OperationDefinition' &&
      definition.selectionSet.selections.some((field) => {
        const from = field.kind === 'Field' ? readFrom[field.name.value] : undefined
        return from ? from.includes(resourceType) : resourceType !== 'alert'
      }),
  )
  // A query about one object is affected only by that object, or by a change without an ID.
  const { id, patientId: of } = Object(variables) as { id?: unknown; patientId?: unknown }
  const one = of ?? id
  if (!isRead || typeof one !== 'string' || (resourceId === null && patientId === null)) return isRead
  return one === resourceId || one === patientId
}
