import type { Day } from '../dates.ts'
import type { Row } from './rowAction.ts'
import type { PatientStatus } from './status.ts'

/** The facts that decide what a patient waits for. */
export type WaitingFacts = Row & { consultationDate: Day | null | undefined }

/** What a patient waits for, as in "Waiting for: clinic to send the form"; `null` if nothing. */
export function waitingFor(facts: WaitingFacts, today: Day): string | null {
  const isUnderReview = facts.recordsClosed === 'under_review' && facts.status !== 'dropped'
  return isUnderReview ? 'clinic to review the signed form' : reasons[facts.status](facts, today)
}

/** Does not say who signs: a representative signs for a minor or for a patient who has died. */
const signature = ({ hasSigningLink, hasEnvelope, isSentAgain }: WaitingFacts, otherwise: string): string => {
  if (isSentAgain) return 'the next try to send the form'
  return hasSigningLink || hasEnvelope ? 'the signature' : otherwise
}

const consultation = ({ consultationDate }: WaitingFacts, today: Day): string => {
  if (!consultationDate) return 'clinic to schedule the consultation'
  return consultationDate >= today ? 'the consultation' : 'clinic to complete the treatment'
}

/** Sending records needs a form in force. After a revocation, the clinic decides whether to ask the patient again. */
const records = (facts: WaitingFacts): string => {
  const { recordsClosed, lacksForm } = facts
  const needsForm = lacksForm || recordsClosed === 'revoked' || recordsClosed === 'expired'
  return needsForm ? signature(facts, 'an authorization') : 'clinic to send records'
}

const reasons: Record<PatientStatus, (facts: WaitingFacts, today: Day) => string | null> = {
  pending_consent: (facts) =>
    signature(facts, facts.sendRefusal ? 'clinic to add an e-mail address' : 'clinic to send the form'),
  consent_sent: (facts) => signature(facts, 'clinic to send the form again'),
  consent_signed: consultation,
  schedulable: consultation,
  treatment_completed: records,
  pending_records: records,
  records_forwarded: () => null,
  dropped: () => null,
}
