import { consentStatuses, type PatientStatus } from './status.ts'

/**
 * The effects of an administrator's override besides the status, in sentences (DECISIONS, "Effects of an
 * override").
 */
export function overrideEffects(from: PatientStatus, to: PatientStatus): string[] {
  const effects: string[] = []
  if (consentStatuses.includes(to)) {
    effects.push(
      'An open consent request is voided.',
      'Consent is recorded manually, as given today unless it has a date already.',
    )
  }
  if (to === 'pending_consent') effects.push('An open consent request is voided.')
  if (to === 'consent_sent')
    effects.push('Nothing is sent to the patient, and there is no link to sign with.')
  if (from === 'dropped')
    effects.push('The patient is back on the caseload; why they were dropped stays in the history.')
  return effects.length > 0 ? effects : ['Nothing but the status changes.']
}
