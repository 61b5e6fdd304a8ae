import type { Day } from '../dates.ts'
import type { PatientStatus } from './status.ts'

/** The facts about a patient that decide who must act next. */
export type WaitingFacts = {
  status: PatientStatus
  /** Whether there is an address to which a form can be sent. */
  hasEmail: boolean
  /** Whether a consent request is open, so that the patient can sign now. */
  isRequestOpen: boolean
  /** Whether the last request could not be sent and is tried again. */
  isRetrying: boolean
  consultationDate: Day | null
}

/** Who must do what next, as in "Waiting for: patient to sign"; `null` if nothing is awaited. */
export function waitingFor(facts: WaitingFacts, today: Day): string | null {
  return reasons[facts.status](facts, today)
}

const consultation = ({ consultationDate }: WaitingFacts, today: Day): string => {
  if (!consultationDate) return 'clinic to schedule the consultation'
  return consultationDate >= today ? 'the consultation' : 'clinic to complete the treatment'
}

const reasons: Record<PatientStatus, (facts: WaitingFacts, today: Day) => string | null> = {
  pending_consent: ({ hasEmail, isRetrying }) => {
    if (isRetrying) return 'the next try to send the form'
    return hasEmail ? 'clinic to send the form' : 'clinic to add an e-mail address'
  },
  consent_sent: ({ isRequestOpen, isRetrying }) => {
    if (isRetrying) return 'the next try to send the form'
    return isRequestOpen ? 'patient to sign' : 'clinic to send the form again'
  },
  consent_signed: consultation,
  schedulable: consultation,
  treatment_completed: () => 'clinic to send records',
  pending_records: () => 'clinic to send records',
  records_forwarded: () => null,
  dropped: () => null,
}
