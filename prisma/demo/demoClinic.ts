import { type AlertFacts, type AlertType, alertTypes } from '#domain/alerts/alertTypes.ts'
import type { AuditAction } from '#domain/audit/descriptions.ts'
import type { PatientStatus } from '#domain/patients/status.ts'
import type { AccountKey } from './accounts.ts'
import { type Books, emptyBooks, type PatientRow, type UnhashedUser } from './books.ts'
import { type Chance, makeChance } from './chance.ts'
import type { DemoPatient } from './demoPatient.ts'
import { type Ids, makeIds } from './ids.ts'
import { makeOfficeTime, type OfficeTime } from './officeTime.ts'

/** Whose browser an act came from; a job has none, and a patient has no account. */
export type Caller = { userId: string | null; ipAddress: string | null; userAgent: string | null }
/** The server's own jobs, such as the one that lets requests expire. */
export const job: Caller = { userId: null, ipAddress: null, userAgent: null }
export type Coworker = Caller & { userId: string; user: UnhashedUser }

/** One stay at one status, in working days before now; `to` is missing while it lasts. */
export type Stay = { status: PatientStatus; from: number; to?: number }

/** A patient whose events are being generated: the row at this point, and the events so far. */
export type Case = {
  story: DemoPatient
  row: PatientRow
  caller: Caller
  /** Working days between the last thing that happened and now. */
  ago: number
  stays: Stay[]
}

/** The clinic in the telling. Acts write into `books` what the operation of the same name would have left. */
export type DemoClinic = {
  name: string
  books: Books
  chance: Chance
  ids: Ids
  office: OfficeTime
  timeZone: string
  /** The hash a signing link is found by, from the key of its request. */
  linkHash: (idempotencyKey: string) => string | null
  staff: Map<AccountKey, Coworker>
  cases: Case[]
}

export function openDemoClinic(
  of: Pick<DemoClinic, 'name' | 'linkHash'> & { now: Date; timeZone: string },
): DemoClinic {
  const chance = makeChance()
  return {
    name: of.name,
    linkHash: of.linkHash,
    books: emptyBooks(),
    chance,
    ids: makeIds(chance),
    office: makeOfficeTime(of.now, of.timeZone),
    timeZone: of.timeZone,
    staff: new Map(),
    cases: [],
  }
}

export function coworker(clinic: DemoClinic, key: AccountKey): Coworker {
  const found = clinic.staff.get(key)
  if (!found) throw new Error(`No user has the key ${key}`)
  return found
}

/** The patient of that last name; each is given once in the demo. */
export function caseOf(clinic: DemoClinic, lastName: string): Case {
  const found = clinic.cases.find(({ row }) => row.lastName === lastName)
  if (!found) throw new Error(`No patient has the last name ${lastName}`)
  return found
}

/** Advances by `low` to `high` working days, or by 50 to 80 % of the time until now if that is less. */
export function later(clinic: DemoClinic, told: Case, low: number, high: number): Date {
  told.ago -= Math.min(clinic.chance.between(low, high), told.ago * clinic.chance.between(0.5, 0.8))
  return clinic.office.before(told.ago)
}

type Entry = {
  action: AuditAction
  resourceType: string
  resourceId: string | null
  patientId?: string
  fields?: string[]
  /** Rows of one request share it. */
  requestId?: string
}

export function record(clinic: DemoClinic, who: Caller, at: Date, entry: Entry): void {
  clinic.books.audit.push({
    id: clinic.ids.rowOf(at),
    action: entry.action,
    resourceType: entry.resourceType,
    resourceId: entry.resourceId,
    patientId: entry.patientId ?? null,
    ...(entry.fields && { details: { fields: entry.fields } }),
    userId: who.userId,
    ipAddress: who.ipAddress,
    userAgent: who.userAgent,
    requestId: entry.requestId ?? clinic.ids.random(),
    createdAt: at,
  })
}

/** Adds an alert for each user concerned except the one who acted. All stay unread until the demo is complete. */
export function tell<Type extends AlertType>(
  clinic: DemoClinic,
  type: Type,
  about: { at: Date; by: Caller; patientId: string | null; facts: AlertFacts<Type> },
  people: (string | null)[],
): void {
  const { at, by, patientId, facts } = about
  const message = alertTypes[type].sentence(facts)
  for (const userId of new Set(people)) {
    if (!userId || userId === by.userId) continue
    clinic.books.alerts.push({
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

/** So many minutes after an instant; before it when negative. */
export const minutesAfter = (at: Date, minutes: number): Date =>
  new Date(at.getTime() + Math.round(minutes * 60_000))
