import type { Operation } from '@urql/core'

/** What the server tells of a change: where to read, and nothing of what it says now. */
export type Change = {
  action: string
  resourceType: string | null
  resourceId: string | null
  patientId: string | null
}

/** Where the tab that follows the changes tells the others. */
export const CHANNEL = 'caseload-live'

/** Some changes were not heard, so that everything is to be read again. */
export const missed: Change = { action: 'missed', resourceType: null, resourceId: null, patientId: null }

/** What can change an answer, by the field it begins at. A field that is not named here is read again at anything. */
const readFrom: Record<string, readonly string[]> = {
  patients: ['patient', 'consent_request', 'consent_form', 'user'],
  lockedCharts: ['patient', 'user'],
  dashboardStats: ['patient', 'consent_request'],
  counts: ['patient', 'consent_request', 'task', 'alert'],
  appointments: ['appointment', 'patient', 'user'],
  tasks: ['task', 'patient', 'user'],
  patientNotes: ['patient_note', 'user'],
  // Of the patient: who has them, and whether the consent stands, open and close the records.
  patientRecords: ['patient_record', 'patient', 'consent_request', 'legal_hold', 'user'],
  deletedRecords: ['patient_record', 'legal_hold', 'user'],
  legalHolds: ['legal_hold', 'patient', 'user'],
  assignableUsers: ['user'],
  users: ['user'],
  alerts: ['alert'],
  apiKeys: ['api_key'],
  mySessions: ['session'],
}

/** Whether what an operation answered may be different since. */
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
  // What is asked of one thing only changes with it, or with something that cannot be named.
  const { id, patientId: of } = Object(variables) as { id?: unknown; patientId?: unknown }
  const one = of ?? id
  if (!isRead || typeof one !== 'string' || (resourceId === null && patientId === null)) return isRead
  return one === resourceId || one === patientId
}
