import { dateOf } from '#domain/dates.ts'
import { foldForSearch } from '#domain/patients/search.ts'
import type { PatientStatus } from '#domain/patients/status.ts'
import type { PatientRow } from './books.ts'
import { patientAddress, patientBrowsers } from './browsers.ts'
import {
  type Caller,
  type Case,
  type Coworker,
  coworker,
  type DemoClinic,
  record,
  tell,
} from './demoClinic.ts'
import type { DemoPatient } from './demoPatient.ts'

const DAY_MS = 86_400_000

/** Adds a patient, as `addPatient` does. */
export function register(clinic: DemoClinic, story: DemoPatient, status: PatientStatus): Case {
  const ago = story.registered + clinic.chance.between(0.1, 0.9)
  const at = clinic.office.before(ago)
  const by = coworker(clinic, story.by)
  const row = newRow(clinic, story, at, by)
  const home = patientAddress(2 + clinic.cases.length * 4)
  const caller = { userId: null, ipAddress: home, userAgent: clinic.chance.pick(patientBrowsers) }
  const told: Case = { story, row, caller, ago, stays: [] }
  const isManual = status === 'consent_signed' || status === 'schedulable'
  Object.assign(row, { status, consentIsManual: isManual, consentSignedAt: isManual ? at : null })
  clinic.books.patients.push(row)
  clinic.cases.push(told)
  noteStatus(clinic, told, { from: null, to: status, reason: null, by, at })
  record(clinic, by, at, about(row, 'created'))
  return told
}

function newRow(clinic: DemoClinic, story: DemoPatient, at: Date, by: Coworker): PatientRow {
  const { firstName, lastName, phone, address, dateOfBirth, injury } = story
  const injuredAt = injury && clinic.office.day(new Date(at.getTime() - injury.daysBefore * DAY_MS))
  return {
    id: clinic.ids.rowOf(at),
    firstName,
    lastName,
    email: story.email ?? `${addressPart(firstName)}.${addressPart(lastName)}@example.com`,
    phone,
    address,
    dateOfBirth: dateOfBirth === null ? null : dateOf(dateOfBirth),
    dateOfInjury: injuredAt === null ? null : dateOf(injuredAt),
    injuryDescription: injury?.what ?? null,
    status: 'pending_consent',
    statusSince: at,
    consentFormUrl: null,
    consentSignedAt: null,
    consentIsManual: false,
    consentRevokedAt: null,
    consentExpiresAt: null,
    consentEndTold: null,
    reviewRequestId: null,
    docusignEnvelopeId: null,
    notes: story.notes ?? null,
    assignedAttorneyId: null,
    consultationDate: null,
    consultationTime: null,
    consultationLocation: null,
    dropReason: null,
    droppedById: null,
    droppedAt: null,
    restrictedAt: null,
    createdById: by.userId,
    createdAt: at,
    updatedAt: at,
  }
}

const addressPart = (name: string) => foldForSearch(name).replace(/[^a-z]+/g, '')

const about = (row: PatientRow, action: 'created' | 'updated' | 'viewed') => ({
  action,
  resourceType: 'patient',
  resourceId: row.id,
  patientId: row.id,
})

/** Changes columns of a patient and records their names. */
export function edit(
  clinic: DemoClinic,
  told: Case,
  by: Caller,
  at: Date,
  changes: Partial<PatientRow>,
  requestId?: string,
) {
  Object.assign(told.row, changes, { updatedAt: at })
  const fields = Object.keys(changes)
  record(clinic, by, at, { ...about(told.row, 'updated'), fields, ...(requestId && { requestId }) })
}

export function view(clinic: DemoClinic, told: Case, by: Caller, at: Date): void {
  record(clinic, by, at, about(told.row, 'viewed'))
}

/** Gives the patient to an attorney; assigning is an administrator's act. */
export function assign(clinic: DemoClinic, told: Case, attorney: Coworker, by: Caller, at: Date): void {
  Object.assign(told.row, { assignedAttorneyId: attorney.userId, updatedAt: at })
  record(clinic, by, at, { ...about(told.row, 'updated'), fields: ['assignedAttorney'] })
  tell(clinic, 'patient_assigned', { at, by, patientId: told.row.id, facts: { patient: told.row } }, [
    attorney.userId,
  ])
}

type Move = { from: PatientStatus | null; to: PatientStatus; reason: string | null; by: Caller; at: Date }

function noteStatus(clinic: DemoClinic, told: Case, { from, to, reason, by, at }: Move): void {
  clinic.books.statusChanges.push({
    id: clinic.ids.rowOf(at),
    patientId: told.row.id,
    from,
    to,
    reason,
    changedById: by.userId,
    changedAt: at,
  })
  const last = told.stays.at(-1)
  if (last) last.to = told.ago
  told.stays.push({ status: to, from: told.ago })
}

/** The status column, the moment it was entered, and the history row, as `enterStatus` does. */
export function enter(
  clinic: DemoClinic,
  told: Case,
  to: PatientStatus,
  by: Caller,
  at: Date,
  { reason, ...changes }: Partial<PatientRow> & { reason?: string } = {},
): void {
  noteStatus(clinic, told, { from: told.row.status, to, reason: reason ?? null, by, at })
  Object.assign(told.row, changes, { status: to, statusSince: at, updatedAt: at })
}

/** A step that staff take by hand, with its row in the trail. */
export function moveOn(clinic: DemoClinic, told: Case, to: PatientStatus, by: Caller, at: Date): void {
  enter(clinic, told, to, by, at)
  record(clinic, by, at, { ...about(told.row, 'updated'), fields: ['status'] })
}

/** An administrator overrides the status without a signed form. */
export function overrideStatus(
  clinic: DemoClinic,
  told: Case,
  to: PatientStatus,
  by: Caller,
  at: Date,
): void {
  enter(clinic, told, to, by, at, { reason: 'Status override', consentIsManual: true, consentSignedAt: at })
  record(clinic, by, at, { ...about(told.row, 'updated'), fields: ['status'] })
}

/** Takes a patient off the caseload, once requests and appointments are closed. */
export function drop(
  clinic: DemoClinic,
  told: Case,
  by: Coworker,
  at: Date,
  dropReason: string,
  changes: Partial<PatientRow>,
) {
  enter(clinic, told, 'dropped', by, at, {
    reason: dropReason,
    dropReason,
    droppedById: by.userId,
    droppedAt: at,
    ...changes,
  })
  record(clinic, by, at, { ...about(told.row, 'updated'), fields: ['status', 'dropReason'] })
  const administrators = clinic.books.users.filter(({ role }) => role === 'admin').map(({ id }) => id)
  tell(clinic, 'patient_dropped', { at, by, patientId: told.row.id, facts: { patient: told.row } }, [
    told.row.createdById,
    ...administrators,
  ])
}
