import { type PatientStatus, statusAfterRevoking, statusLabel } from '../patients/status.ts'

/** What a revocation will change, for the user who is about to record it. */
export function revocationEffects(patientName: string, status: PatientStatus): string {
  const next = statusAfterRevoking(status)
  const move = next === status ? 'stay at' : 'return to'
  // A colleague may have revoked the consent while the dialog was open.
  const change = next === null ? '' : `${patientName} will ${move} ${statusLabel(next)}. `
  return `${change}The assigned attorney loses access to the records immediately. The signed form and appointments are kept.`
}
