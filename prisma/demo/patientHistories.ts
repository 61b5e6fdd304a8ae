import type { PatientStatus } from '#domain/patients/status.ts'
import type { Appointment } from '#infra/prisma/client.ts'
import { conclude } from './appointmentEvents.ts'
import { decline, expire, open, send, sign, voidRequest } from './consentEvents.ts'
import { advance, type Coworker, coworker, type DemoClinic, type DemoHistory } from './demoClinic.ts'
import type { DemoPatient } from './demoPatient.ts'
import type { RequestRow } from './demoRows.ts'
import { assign, drop, moveOn, overrideStatus, register } from './patientEvents.ts'

/** Adds a patient and the events that led to the current status, except the consultation and the drop. */
export function addHistory(clinic: DemoClinic, definition: DemoPatient): DemoHistory {
  const goal = definition.drop?.at ?? definition.status
  const isPaper = definition.consent === 'paper'
  const history = register(
    clinic,
    definition,
    isPaper ? (goal === 'consent_signed' ? goal : 'schedulable') : 'pending_consent',
  )
  if (definition.attorney) {
    assign(
      clinic,
      history,
      coworker(clinic, definition.attorney),
      coworker(clinic, 'admin'),
      advance(clinic, history, 0.02, 0.12),
    )
  }
  if (!isPaper) askForConsent(clinic, history, goal)
  for (const step of stepsTo(goal, definition))
    moveOn(clinic, history, step.status, clerk(clinic, definition), advance(clinic, history, ...step.after))
  return history
}

/** The user who registered the patient, or a colleague if that user has left the clinic. */
export const clerk = (clinic: DemoClinic, { by }: DemoPatient): Coworker =>
  coworker(clinic, by === 'paul' ? 'staff' : by)

function askForConsent(clinic: DemoClinic, history: DemoHistory, goal: PatientStatus): void {
  const { definition } = history
  if (definition.consent === 'declined') {
    const refused = send(clinic, history, clerk(clinic, definition), advance(clinic, history, 0.2, 1))
    decline(clinic, history, refused, advance(clinic, history, 1, 2), definition.declineReason ?? '')
  }
  if (definition.consent === 'expired') {
    const ignored = send(clinic, history, clerk(clinic, definition), advance(clinic, history, 0.2, 1))
    // Thirty calendar days contain at most 22 working days.
    history.daysAgo -= 22
    expire(clinic, history, ignored)
  }
  if (goal === 'pending_consent') return
  const request = send(clinic, history, clerk(clinic, definition), advance(clinic, history, 0.2, 2.2))
  if (goal !== 'consent_sent') answer(clinic, history, request, goal)
  else if (clinic.chance.between(0, 1) < 0.5)
    open(clinic, history, request, clinic.office.before(history.daysAgo * 0.6))
}

function answer(clinic: DemoClinic, history: DemoHistory, request: RequestRow, goal: PatientStatus): void {
  const at = advance(clinic, history, 1, 6)
  if (history.definition.consent !== 'override') {
    sign(clinic, history, request, at)
    return
  }
  const admin = coworker(clinic, 'priscilla')
  voidRequest(clinic, request, admin, at, 'An administrator changed the status')
  overrideStatus(clinic, history, goal === 'consent_signed' ? goal : 'schedulable', admin, at)
}

type Step = { status: PatientStatus; after: [low: number, high: number] }
const steps: Step[] = [
  { status: 'schedulable', after: [0.5, 4] },
  { status: 'treatment_completed', after: [12, 20] },
  { status: 'pending_records', after: [1, 5] },
  { status: 'records_forwarded', after: [2, 6] },
]

/** The remaining steps after the consent. A patient who started at Schedulable or was moved there skips that step. */
function stepsTo(goal: PatientStatus, { consent, skipsPendingRecords }: DemoPatient): Step[] {
  const count = steps.findIndex(({ status }) => status === goal) + 1
  return steps
    .slice(consent === 'paper' || consent === 'override' ? 1 : 0, count)
    .filter(({ status }) => !skipsPendingRecords || status !== 'pending_records')
}

/** Drops a patient if the definition says so. Closes the open request and the consultation, as `dropPatient` does. */
export function addDrop(clinic: DemoClinic, history: DemoHistory, consultation: Appointment | null): void {
  const end = history.definition.drop
  if (!end) return
  const by = coworker(clinic, end.by)
  const at = advance(clinic, history, 1, 6)
  const request = clinic.rows.requests.find(
    ({ patientId, state }) => patientId === history.row.id && state === 'sent',
  )
  if (request) voidRequest(clinic, request, by, at, 'The patient was dropped')
  if (consultation) conclude(clinic, consultation, 'cancelled', by, at)
  const cleared = { consultationDate: null, consultationTime: null, consultationLocation: null }
  drop(clinic, history, by, at, end.reason, consultation ? cleared : {})
}
