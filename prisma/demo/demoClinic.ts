import { type AlertFacts, type AlertType, alertTypes } from '#domain/alerts/alertTypes.ts'
import type { AuditAction } from '#domain/audit/descriptions.ts'
import type { PatientStatus } from '#domain/patients/status.ts'
import type { AccountKey } from './accounts.ts'
import { type Chance, makeChance } from './chance.ts'
import type { DemoPatient } from './demoPatient.ts'
import { type DemoRows, type EditDetails, emptyRows, type PatientRow, type UserToHash } from './demoRows.ts'
import { type Ids, makeIds } from './ids.ts'
import { makeOfficeTime, type OfficeTime } from './officeTime.ts'

/** The user and browser behind an event. A job has neither, and a patient has no account. */
export type Caller = { userId: string | null; ipAddress: string | null; userAgent: string | null }
/** The server's own jobs, such as the one that lets requests expire. */
export const job: Caller = { userId: null, ipAddress: null, userAgent: null }
export type Coworker = Caller & { userId: string; user: UserToHash }

/** How long a patient had a status, in working days before now. Without `to`, the patient still has it. */
export type StatusPeriod = { status: PatientStatus; from: number; to?: number }

/** A patient whose history is being generated: the row as it is so far, and the time of the last event. */
export type DemoHistory = {
  definition: DemoPatient
  row: PatientRow
  caller: Caller
  /** Working days between the last event and now. */
  daysAgo: number
  periods: StatusPeriod[]
}

/** The clinic while its rows are generated. Each event adds the rows that the operation of the same name would write. */
export type DemoClinic = {
  name: string
  rows: DemoRows
  chance: Chance
  ids: Ids
  office: OfficeTime
  timeZone: string
  /** Returns the hash that finds a signing link, from the idempotency key of its request. */
  linkHash: (idempotencyKey: string) => string | null
  /** Returns the hash that finds the link to forwarded records, from the forwarding's ID. */
  forwardingHash: (id: string) => string
  staff: Map<AccountKey, Coworker>
  histories: DemoHistory[]
}

export function newDemoClinic(
  of: Pick<DemoClinic, 'name' | 'linkHash' | 'forwardingHash'> & { now: Date; timeZone: string },
): DemoClinic {
  const chance = makeChance()
  return {
    name: of.name,
    linkHash: of.linkHash,
    forwardingHash: of.forwardingHash,
    rows: emptyRows(),
    chance,
    ids: makeIds(chance),
    office: makeOfficeTime(of.now, of.timeZone),
    timeZone: of.timeZone,
    staff: new Map(),
    histories: [],
  }
}

export function coworker(clinic: DemoClinic, key: AccountKey): Coworker {
  const found = clinic.staff.get(key)
  if (!found) throw new Error(`No user has the key ${key}`)
  return found
}

/** Finds a patient by last name, which is unique in the demo. */
export function patientNamed(clinic: DemoClinic, lastName: string): DemoHistory {
  const found = clinic.histories.find(({ row }) => row.lastName === lastName)
  if (!found) throw new Error(`No patient has the last name ${lastName}`)
  return found
}

/** Advances by `low` to `high` working days, or by 50 to 80 % of the time until now if that is less. */
export function advance(clinic: DemoClinic, history: DemoHistory, low: number, high: number): Date {
  history.daysAgo -= Math.min(
    clinic.chance.between(low, high),
    history.daysAgo * clinic.chance.between(0.5, 0.8),
  )
  return clinic.office.before(history.daysAgo)
}

type Entry = {
  action: AuditAction
  resourceType: string
  resourceId: string | null
  patientId?: string
  details?: EditDetails
  /** Rows of one request share it. */
  requestId?: string
}

export function addAuditRow(clinic: DemoClinic, who: Caller, at: Date, entry: Entry): void {
  clinic.rows.audit.push({
    id: clinic.ids.rowOf(at),
    action: entry.action,
    resourceType: entry.resourceType,
    resourceId: entry.resourceId,
    patientId: entry.patientId ?? null,
    ...(entry.details && { details: entry.details }),
    userId: who.userId,
    ipAddress: who.ipAddress,
    userAgent: who.userAgent,
    requestId: entry.requestId ?? clinic.ids.random(),
    createdAt: at,
  })
}

/** Adds an alert for each user concerned except the one who acted. All are unread until `markOldAlertsRead`. */
export function addAlerts<Type extends AlertType>(
  clinic: DemoClinic,
  type: Type,
  about: { at: Date; by: Caller; patientId: string | null; facts: AlertFacts<Type> },
  people: (string | null)[],
): void {
  const { at, by, patientId, facts } = about
  const message = alertTypes[type].sentence(facts)
  for (const userId of new Set(people)) {
    if (!userId || userId === by.userId) continue
    clinic.rows.alerts.push({
      id: clinic.ids.rowOf(at),
      type,
      patientId,
      userId,
      message,
      isRead: false,
      emailSent: false,
      scheduledFor: null,
      sentAt: null,
      createdAt: at,
    })
  }
}

export const fullName = (one: { firstName: string; lastName: string }): string =>
  `${one.firstName} ${one.lastName}`

/** The instant that many minutes later, or earlier if negative. */
export const minutesAfter = (at: Date, minutes: number): Date =>
  new Date(at.getTime() + Math.round(minutes * 60_000))
