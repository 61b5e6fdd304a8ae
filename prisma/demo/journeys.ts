import type { PatientStatus } from '#domain/patients/status.ts'
import type { Appointment } from '#infra/prisma/client.ts'
import { conclude } from './appointmentActs.ts'
import type { RequestRow } from './books.ts'
import { decline, expire, open, send, sign, voidRequest } from './consentActs.ts'
import { type Case, type Coworker, coworker, type DemoClinic, later } from './demoClinic.ts'
import type { DemoPatient } from './demoPatient.ts'
import { assign, drop, moveOn, overrideStatus, register } from './patientActs.ts'

/** Tells how one patient came to where they stand, up to the consultation and the drop. */
export function tellJourney(clinic: DemoClinic, story: DemoPatient): Case {
  const goal = story.drop?.at ?? story.status
  const isPaper = story.story === 'at_the_desk'
  const told = register(
    clinic,
    story,
    isPaper ? (goal === 'consent_signed' ? goal : 'schedulable') : 'pending_consent',
  )
  if (story.attorney) {
    assign(
      clinic,
      told,
      coworker(clinic, story.attorney),
      coworker(clinic, 'admin'),
      later(clinic, told, 0.02, 0.12),
    )
  }
  if (!isPaper) askForConsent(clinic, told, goal)
  for (const step of stepsTo(goal, story))
    moveOn(clinic, told, step.status, clerk(clinic, story), later(clinic, told, ...step.after))
  return told
}

/** The user who registered the patient, or a colleague if that user has left the clinic. */
export const clerk = (clinic: DemoClinic, { by }: DemoPatient): Coworker =>
  coworker(clinic, by === 'paul' ? 'staff' : by)

function askForConsent(clinic: DemoClinic, told: Case, goal: PatientStatus): void {
  const { story } = told
  if (story.story === 'declined') {
    const refused = send(clinic, told, clerk(clinic, story), later(clinic, told, 0.2, 1))
    decline(clinic, told, refused, later(clinic, told, 1, 2), story.declineReason ?? '')
  }
  if (story.story === 'expired') {
    const ignored = send(clinic, told, clerk(clinic, story), later(clinic, told, 0.2, 1))
    // Thirty days on the calendar hold at most twenty-two working days.
    told.ago -= 22
    expire(clinic, told, ignored)
  }
  if (goal === 'pending_consent') return
  const request = send(clinic, told, clerk(clinic, story), later(clinic, told, 0.2, 2.2))
  if (goal !== 'consent_sent') answer(clinic, told, request, goal)
  else if (clinic.chance.between(0, 1) < 0.5)
    open(clinic, told, request, clinic.office.before(told.ago * 0.6))
}

function answer(clinic: DemoClinic, told: Case, request: RequestRow, goal: PatientStatus): void {
  const at = later(clinic, told, 1, 6)
  if (told.story.story !== 'override') {
    sign(clinic, told, request, at)
    return
  }
  const admin = coworker(clinic, 'priscilla')
  voidRequest(clinic, request, admin, at, 'An administrator changed the status')
  overrideStatus(clinic, told, goal === 'consent_signed' ? goal : 'schedulable', admin, at)
}

type Step = { status: PatientStatus; after: [low: number, high: number] }
const steps: Step[] = [
  { status: 'schedulable', after: [0.5, 4] },
  { status: 'treatment_completed', after: [12, 20] },
  { status: 'pending_records', after: [1, 5] },
  { status: 'records_forwarded', after: [2, 6] },
]

/** The remaining steps after the consent. A patient who started at Schedulable or was moved there skips that step. */
function stepsTo(goal: PatientStatus, { story, skipsPendingRecords }: DemoPatient): Step[] {
  const count = steps.findIndex(({ status }) => status === goal) + 1
  return steps
    .slice(story === 'at_the_desk' || story === 'override' ? 1 : 0, count)
    .filter(({ status }) => !skipsPendingRecords || status !== 'pending_records')
}

/** Drops a patient whose story ends that way. Closes their open items, as `dropPatient` does. */
export function tellDrop(clinic: DemoClinic, told: Case, consultation: Appointment | null): void {
  const end = told.story.drop
  if (!end) return
  const by = coworker(clinic, end.by)
  const at = later(clinic, told, 1, 6)
  const request = clinic.books.requests.find(
    ({ patientId, state }) => patientId === told.row.id && state === 'sent',
  )
  if (request) voidRequest(clinic, request, by, at, 'The patient was dropped')
  if (consultation) conclude(clinic, consultation, 'cancelled', by, at)
  const cleared = { consultationDate: null, consultationTime: null, consultationLocation: null }
  drop(clinic, told, by, at, end.reason, consultation ? cleared : {})
}
