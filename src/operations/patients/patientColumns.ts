import { isDeepStrictEqual } from 'node:util'
import type { ConsentRequest, Patient, User } from '#infra/prisma/client.ts'
import { newestRequest, type PatientSelection, type shownUser } from './visiblePatient.ts'

/** The column of each field in `patients`. A field that is missing here does not compile. */
export const patientColumns = {
  id: 'id',
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  dateOfBirth: 'date_of_birth',
  dateOfInjury: 'date_of_injury',
  dateOfDeath: 'date_of_death',
  injuryDescription: 'injury_description',
  address: 'address',
  preferredLanguage: 'preferred_language',
  status: 'status',
  statusSince: 'status_since',
  consentFormUrl: 'consent_form_url',
  consentSignedAt: 'consent_signed_at',
  consentIsManual: 'consent_is_manual',
  consentRevokedAt: 'consent_revoked_at',
  consentExpiresAt: 'consent_expires_at',
  consentEndTold: 'consent_end_told',
  consentEndingTold: 'consent_ending_told',
  authorization: 'authorization',
  reviewRequestId: 'review_request_id',
  remindersStoppedAt: 'reminders_stopped_at',
  textNumber: 'text_number',
  docusignEnvelopeId: 'docusign_envelope_id',
  notes: 'notes',
  assignedAttorneyId: 'assigned_attorney',
  consultationDate: 'consultation_date',
  consultationTime: 'consultation_time',
  consultationLocation: 'consultation_location',
  dropReason: 'drop_reason',
  droppedById: 'dropped_by',
  droppedAt: 'dropped_at',
  restrictedAt: 'restricted_at',
  createdById: 'created_by',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  identifierWords: 'identifier_words',
  searchText: 'search_text',
} satisfies Record<keyof Patient, string>

const userColumns = {
  id: 'id',
  firstName: 'first_name',
  lastName: 'last_name',
  firm: 'firm',
  role: 'role',
  kind: 'kind',
} satisfies Record<keyof typeof shownUser & keyof User, string>

/** The users that a patient refers to, with the column of their ID. */
const users = {
  assignedAttorney: patientColumns.assignedAttorneyId,
  createdBy: patientColumns.createdById,
  droppedBy: patientColumns.droppedById,
}

const requestColumns = {
  state: 'state',
  provider: 'provider',
  retryAt: 'retry_at',
} satisfies Partial<Record<keyof ConsentRequest, string>>

/** A column of the result: its place in the row object, and the value in SQL. */
export type Column = { path: readonly [string] | readonly [string, string]; sql: string }
type SelectedColumns = { columns: Column[]; joins: string[] }

const isField = <Table extends object>(table: Table, name: string): name is keyof Table & string =>
  Object.hasOwn(table, name)

/** The columns that Prisma returns. */
const everyColumn = Object.keys(patientColumns).filter(
  (name) => name !== 'searchText' && name !== 'identifierWords',
)

/**
 * The columns and joins with which a statement reads a selection, and the columns of the order, from
 * `patients AS patient`. `null` if the selection has relations other than users and the newest consent request.
 */
export function columnsOf(
  { columns, include = {} }: PatientSelection,
  order: readonly string[],
): SelectedColumns | null {
  const found: SelectedColumns = { columns: [], joins: [] }
  for (const name of new Set(['id', ...order, ...(columns ?? everyColumn)])) {
    if (!isField(patientColumns, name)) return null
    found.columns.push({ path: [name], sql: `patient.${patientColumns[name]}` })
  }
  for (const [name, wanted] of Object.entries(include)) {
    const relation = Object(wanted) as { select?: object }
    if (!(isField(users, name) ? addUser(found, name, relation) : addRequest(found, name, relation)))
      return null
  }
  return found
}

function addUser(found: SelectedColumns, name: keyof typeof users, wanted: { select?: object }): boolean {
  const { select, ...others } = wanted
  if (!select || Object.keys(others).length > 0) return false
  for (const field of new Set(['id', ...Object.keys(select)])) {
    if (!isField(userColumns, field)) return false
    found.columns.push({ path: [name, field], sql: `"${name}".${userColumns[field]}` })
  }
  found.joins.push(`LEFT JOIN users "${name}" ON "${name}".id = patient.${users[name]}`)
  return true
}

/** The newest consent request. */
function addRequest(found: SelectedColumns, name: string, wanted: { select?: object }): boolean {
  const { select, ...which } = wanted
  // Without `select`, all its columns are wanted.
  if (name !== 'consentRequests' || !select || !isDeepStrictEqual(which, newestRequest)) return false
  for (const field of new Set(['state', ...Object.keys(select)])) {
    if (!isField(requestColumns, field)) return false
    found.columns.push({ path: [name, field], sql: `newest.${requestColumns[field]}` })
  }
  found.joins.push(`LEFT JOIN LATERAL (
      SELECT * FROM consent_requests request WHERE request.patient_id = patient.id
      ORDER BY request.created_at DESC, request.id DESC LIMIT 1) newest ON true`)
  return true
}

/** The row as Prisma would return it: users as objects or `null`, the newest request as a list of at most one. */
export function toPatient(row: unknown[], selected: readonly Column[]): Patient {
  const patient: Record<string, unknown> = {}
  for (const [index, { path }] of selected.entries()) {
    const [name, field] = path
    if (field === undefined) patient[name] = row[index]
    else {
      patient[name] ??= {}
      Object.assign(patient[name] as object, { [field]: row[index] })
    }
  }
  for (const name of Object.keys(users))
    if (patient[name] && (patient[name] as User).id === null) patient[name] = null
  const newest = patient.consentRequests as ConsentRequest | undefined
  if (newest) patient.consentRequests = newest.state === null ? [] : [newest]
  return patient as Patient
}
