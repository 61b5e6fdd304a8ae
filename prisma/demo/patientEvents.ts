import { dateOf } from '#domain/dates.ts'
import { foldForSearch } from '#domain/patients/search.ts'
import type { PatientStatus } from '#domain/patients/status.ts'
import { patientAddress, patientBrowsers } from './browsers.ts'
import {
  addAlerts,
  addAuditRow,
  type Caller,
  type Coworker,
  coworker,
  type DemoClinic,
  type DemoHistory,
} from './demoClinic.ts'
import type { DemoPatient } from './demoPatient.ts'
import type { PatientRow } from './demoRows.ts'

const DAY_MS = 86_400_000

/** Adds a patient, as `addPatient` does. */
export function register(clinic: DemoClinic, definition: DemoPatient, status: PatientStatus): DemoHistory {
  const daysAgo = definition.registered + clinic.chance.between(0.1, 0.9)
  const at = clinic.office.before(daysAgo)
  const by = coworker(clinic, definition.by)
  const row = newRow(clinic, definition, at, by)
  const home = patientAddress(2 + clinic.histories.length * 4)
  const caller = { userId: null, ipAddress: home, userAgent: clinic.chance.pick(patientBrowsers) }
  const history: DemoHistory = { definition, row, caller, daysAgo, periods: [] }
  const isManual = status === 'consent_signed' || status === 'schedulable'
  Object.assign(row, { status, consentIsManual: isManual, consentSignedAt: isManual ? at : null })
  clinic.rows.patients.push(row)
  clinic.histories.push(history)
  noteStatus(clinic, history, { from: null, to: status, reason: null, by, at })
  addAuditRow(clinic, by, at, about(row, 'created'))
  return history
}

function newRow(clinic: DemoClinic, definition: DemoPatient, at: Date, by: Coworker): PatientRow {
  const { firstName, lastName, phone, address, dateOfBirth, injury } = definition
  const injuredAt = injury && clinic.office.day(new Date(at.getTime() - injury.daysBefore * DAY_MS))
  return {
    id: clinic.ids.rowOf(at),
    firstName,
    lastName,
    email: definition.email ?? `${addressPart(firstName)}.${addressPart(lastName)}@example.com`,
    phone,
    address,
    preferredLanguage: definition.preferredLanguage ?? 'en',
    dateOfBirth: dateOfBirth === null ? null : dateOf(dateOfBirth),
    dateOfDeath: null,
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
    consentEndingTold: null,
    docusignEnvelopeId: null,
    notes: definition.notes ?? null,
    assignedAttorneyId: null,
    consultationDate: null,
    consultationTime: null,
    consultationLocation: null,
    dropReason: null,
    droppedById: null,
    droppedAt: null,
    restrictedAt: null,
    reviewRequestId: null,
    remindersStoppedAt: null,
    textNumber: null,
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
  history: DemoHistory,
  by: Caller,
  at: Date,
  changes: Partial<PatientRow>,
  requestId?: string,
) {
  Object.assign(history.row, changes, { updatedAt: at })
  const fields = Object.keys(changes)
  addAuditRow(clinic, by, at, {
    ...about(history.row, 'updated'),
    details: { fields },
    ...(requestId && { requestId }),
  })
}

export function view(clinic: DemoClinic, history: DemoHistory, by: Caller, at: Date): void {
  addAuditRow(clinic, by, at, about(history.row, 'viewed'))
}

/** Assigns a patient to an attorney, as an administrator does. */
export function assign(
  clinic: DemoClinic,
  history: DemoHistory,
  attorney: Coworker,
  by: Caller,
  at: Date,
): void {
  Object.assign(history.row, { assignedAttorneyId: attorney.userId, updatedAt: at })
  addAuditRow(clinic, by, at, { ...about(history.row, 'updated'), details: { fields: ['assignedAttorney'] } })
  addAlerts(
    clinic,
    'patient_assigned',
    { at, by, patientId: history.row.id, facts: { patient: history.row } },
    [attorney.userId],
  )
}

type Move = { from: PatientStatus | null; to: PatientStatus; reason: string | null; by: Caller; at: Date }

function noteStatus(clinic: DemoClinic, history: DemoHistory, { from, to, reason, by, at }: Move): void {
  clinic.rows.statusChanges.push({
    id: clinic.ids.rowOf(at),
    patientId: history.row.id,
    from,
    to,
    reason,
    changedById: by.userId,
    changedAt: at,
  })
  const last = history.periods.at(-1)
  if (last) last.to = history.daysAgo
  history.periods.push({ status: to, from: history.daysAgo })
}

/** Changes the status and adds the row of the status history, as `enterStatus` does. */
export function enter(
  clinic: DemoClinic,
  history: DemoHistory,
  to: PatientStatus,
  by: Caller,
  at: Date,
  { reason, ...changes }: Partial<PatientRow> & { reason?: string } = {},
): void {
  noteStatus(clinic, history, { from: history.row.status, to, reason: reason ?? null, by, at })
  Object.assign(history.row, changes, { status: to, statusSince: at, updatedAt: at })
}

/** Moves a patient to the next status, as staff do. */
export function moveOn(
  clinic: DemoClinic,
  history: DemoHistory,
  to: PatientStatus,
  by: Caller,
  at: Date,
): void {
  const from = history.row.status
  enter(clinic, history, to, by, at)
  addAuditRow(clinic, by, at, { ...about(history.row, 'updated'), details: { fields: ['status'], from, to } })
}

/** An administrator overrides the status without a signed form. */
export function overrideStatus(
  clinic: DemoClinic,
  history: DemoHistory,
  to: PatientStatus,
  by: Caller,
  at: Date,
): void {
  const from = history.row.status
  enter(clinic, history, to, by, at, {
    reason: 'Status override',
    consentIsManual: true,
    consentSignedAt: at,
  })
  addAuditRow(clinic, by, at, { ...about(history.row, 'updated'), details: { fields: ['status'], from, to } })
}

/** Drops a patient whose open request and appointments are closed already. */
export function drop(
  clinic: DemoClinic,
  history: DemoHistory,
  by: Coworker,
  at: Date,
  dropReason: string,
  changes: Partial<PatientRow>,
) {
  enter(clinic, history, 'dropped', by, at, {
    reason: dropReason,
    dropReason,
    droppedById: by.userId,
    droppedAt: at,
    ...changes,
  })
  addAuditRow(clinic, by, at, {
    ...about(history.row, 'updated'),
    details: { fields: ['status', 'dropReason'], status: 'dropped' },
  })
  const administrators = clinic.rows.users.filter(({ role }) => role === 'admin').map(({ id }) => id)
  addAlerts(
    clinic,
    'patient_dropped',
    { at, by, patientId: history.row.id, facts: { patient: history.row } },
    [history.row.createdById, ...administrators],
  )
}
