import type { RecordClosing } from '../consent/authorization.ts'
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
  /** Why the records are closed to the user. */
  recordsClosed: RecordClosing | null
  /** Whether the consent was recorded manually without a signed form. */
  lacksForm: boolean
}

/** What is awaited, as in "Waiting for: clinic to send the form"; `null` if nothing is. */
export function waitingFor(facts: WaitingFacts, today: Day): string | null {
  const isUnderReview = facts.recordsClosed === 'under_review' && facts.status !== 'dropped'
  return isUnderReview ? 'clinic to review the signed form' : reasons[facts.status](facts, today)
}

/** Who signs is left open: for a minor or a patient who has died it is a representative. */
const signature = ({ isRequestOpen, isRetrying }: WaitingFacts, otherwise: string): string => {
  if (isRetrying) return 'the next try to send the form'
  return isRequestOpen ? 'the signature' : otherwise
}

const consultation = ({ consultationDate }: WaitingFacts, today: Day): string => {
  if (!consultationDate) return 'clinic to schedule the consultation'
  return consultationDate >= today ? 'the consultation' : 'clinic to complete the treatment'
}

/** Records are forwarded by a form in force. Without one, the clinic asks for it. */
const records = (facts: WaitingFacts): string => {
  const { recordsClosed, lacksForm } = facts
  const needsForm = lacksForm || recordsClosed === 'revoked' || recordsClosed === 'expired'
  return needsForm ? signature(facts, 'clinic to request an authorization') : 'clinic to send records'
}

const reasons: Record<PatientStatus, (facts: WaitingFacts, today: Day) => string | null> = {
  pending_consent: ({ hasEmail, isRetrying }) => {
    if (isRetrying) return 'the next try to send the form'
    return hasEmail ? 'clinic to send the form' : 'clinic to add an e-mail address'
  },
  consent_sent: (facts) => signature(facts, 'clinic to send the form again'),
  consent_signed: consultation,
  schedulable: consultation,
  treatment_completed: records,
  pending_records: records,
  records_forwarded: () => null,
  dropped: () => null,
}
