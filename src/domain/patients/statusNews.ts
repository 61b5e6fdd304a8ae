import { type PatientStatus, statusLabel } from './status.ts'

const happened: Partial<Record<PatientStatus, string>> = {
  consent_sent: 'was sent the consent form',
  dropped: 'was dropped',
}

/** Says that a patient's status changed, and the usual next step: "Jo Park was dropped." */
export function statusNews(name: string, status: PatientStatus, next: string | undefined): string {
  const news = `${name} ${happened[status] ?? `is now at ${statusLabel(status)}`}.`
  return next ? `${news} Next: ${next}.` : news
}
