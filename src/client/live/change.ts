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
 * The resource types that affect each root field. For a field about one object, such as `appointment`, its own type comes first. A field
 * that is not listed is reloaded after any change, or if it is about one object or patient, after any change of that one.
 */
const readFrom: Readonly<Record<string, readonly string[]>> = {
  patients: ['patient', 'consent_request', 'consent_form', 'user'],
  lockedCharts: ['patient', 'user'],
  dashboardStats: ['patient', 'consent_request'],
  counts: ['patient', 'consent_request', 'task', 'alert'],
  appointment: ['appointment', 'patient', 'user'],
  appointments: ['appointment', 'patient', 'user'],
  appointmentDays: ['appointment', 'patient'],
  freeSlots: ['appointment', 'closure', 'working_hours', 'patient'],
  workingHours: ['working_hours'],
  appointmentsOutsideHours: ['appointment', 'working_hours'],
  closures: ['closure'],
  tasks: ['task', 'patient', 'user'],
  // The patient's assignment and consent decide which notes and records an attorney may read.
  patientNotes: ['patient_note', 'patient', 'consent_request', 'user'],
  patientRecords: ['patient_record', 'patient', 'consent_request', 'legal_hold', 'user'],
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
  const { id, patientId: of } = Object(variables) as { id?: unknown; patientId?: unknown }
  const one = of ?? id
  // A change without an ID can be of any object.
  const isAny = typeof one !== 'string' || (resourceId === null && patientId === null)
  const isOfOne = isAny || one === resourceId || one === patientId
  return query.definitions.some(
    (definition) =>
      definition.kind === 'OperationDefinition' &&
      definition.selectionSet.selections.some((field) => {
        const from = field.kind === 'Field' ? readFrom[field.name.value] : undefined
        if (!from) return isOfOne && resourceType !== 'alert'
        // One patient's list also depends on objects without a patient, such as users, and one object on those of other types.
        const isOfOther = of ? patientId === null : resourceType !== from[0]
        return from.includes(resourceType) && (isOfOne || isOfOther)
      }),
  )
}
