import { expect, test } from 'vitest'
import { type PatientStatus, statusAfterRevoking } from '../patients/status.ts'
import { revocationEffects } from './revocation.ts'

const kept =
  'The assigned attorney loses access to the records immediately. The signed form and appointments are kept.'

test('before treatment, a revocation returns the patient to Pending Consent and says so', () => {
  for (const status of ['consent_signed', 'schedulable'] as const) {
    expect(statusAfterRevoking(status)).toBe('pending_consent')
    expect(revocationEffects('Maren Okafor', status)).toBe(
      `Maren Okafor will return to Pending Consent. ${kept}`,
    )
  }
})

test('from the end of treatment on, a revocation keeps the status and says so', () => {
  const labels = {
    treatment_completed: 'Treatment Completed',
    pending_records: 'Pending Records',
    records_forwarded: 'Records Forwarded',
  }
  for (const [status, label] of Object.entries(labels) as [PatientStatus, string][]) {
    expect(statusAfterRevoking(status)).toBe(status)
    expect(revocationEffects('Maren Okafor', status)).toBe(`Maren Okafor will stay at ${label}. ${kept}`)
  }
})

test('no status change is promised where the consent cannot be revoked', () => {
  for (const status of ['pending_consent', 'consent_sent', 'dropped'] as const) {
    expect(statusAfterRevoking(status)).toBeNull()
    expect(revocationEffects('Maren Okafor', status)).toBe(kept)
  }
})
