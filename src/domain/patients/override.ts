import { consentStatuses, type PatientStatus } from './status.ts'

/** Describes the effects of an administrator's override other than the status (DECISIONS, "Effects of an override"). */
export function overrideEffects(from: PatientStatus, to: PatientStatus): string[] {
  const effects: string[] = []
  if (consentStatuses.includes(to)) {
    effects.push(
      'An open consent request is voided.',
      'Consent is recorded manually, as given today unless it has a date already.',
    )
  }
  if (to === 'pending_consent') effects.push('An open consent request is voided.')
  if (to === 'consent_sent') effects.push('Nothing is sent to the patient, and no signing link is created.')
  if (from === 'dropped')
    effects.push('The patient returns to the caseload. The history keeps the reason for dropping them.')
  return effects.length > 0 ? effects : ['Only the status changes.']
}
