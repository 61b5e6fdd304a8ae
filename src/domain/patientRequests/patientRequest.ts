import { addDays, type Day } from '../dates.ts'

/** What patients can ask of a clinic that must answer in time. */
export const patientRequestKinds = ['access', 'amendment', 'accounting'] as const
export type PatientRequestKind = (typeof patientRequestKinds)[number]

export const patientRequestLabels: Record<PatientRequestKind, string> = {
  access: 'Copies of records',
  amendment: 'Correction of records',
  accounting: 'Accounting of disclosures',
}

type AnswerDays = { usual: number; extension: number }

/** Days in which a request is answered at the latest, and those of the one extension. */
export const answerDays: Record<PatientRequestKind, AnswerDays> = {
  // 45 CFR 164.524(b)(2)
  access: { usual: 30, extension: 30 },
  // 45 CFR 164.526(b)(2)
  amendment: { usual: 60, extension: 30 },
  // 45 CFR 164.528(c)(1)
  accounting: { usual: 60, extension: 30 },
}

/** Days before the end of that time at which staff are alerted. */
export const DUE_SOON_DAYS = 7

/** The last day on which federal law permits to answer a request. */
export const latestAnswer = (kind: PatientRequestKind, receivedOn: Day): Day =>
  addDays(receivedOn, answerDays[kind].usual)

/** How a request was answered. */
export const requestOutcomes = ['granted', 'partly_denied', 'denied'] as const
export type RequestOutcome = (typeof requestOutcomes)[number]

export const requestOutcomeLabels: Record<RequestOutcome, string> = {
  granted: 'Granted',
  partly_denied: 'Denied in part',
  denied: 'Denied',
}

/** Whether the clinic may deny a request. The accounting of disclosures is always given. */
export const canBeDenied = (kind: PatientRequestKind): boolean => kind !== 'accounting'

/** The state of an open request on a day. */
export type RequestUrgency = 'open' | 'due_soon' | 'overdue'

export const requestUrgency = (dueOn: Day, today: Day): RequestUrgency =>
  dueOn < today ? 'overdue' : addDays(today, DUE_SOON_DAYS) >= dueOn ? 'due_soon' : 'open'
