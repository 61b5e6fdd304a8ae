export const auditActions = [
  'created',
  'updated',
  'deleted',
  'viewed',
  'listed',
  'downloaded',
  'exported',
  'imported',
  'consent_sent',
  'consent_signed',
  'consent_declined',
  'consent_voided',
  'consent_expired',
  'consent_revoked',
  'login',
  'login_failed',
  'logout',
  'locked',
  'denied',
  'break_glass',
] as const
export type AuditAction = (typeof auditActions)[number]

const spaced = (word: string) => word.replaceAll('_', ' ')
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The sentence of the Recent Activity card (SPEC section 4, "Audit descriptions"). */
export function describeActivity(action: string, resourceType: string): string {
  if (action === 'consent_signed') return 'Patient signed consent form'
  if (action === 'consent_sent') return 'Consent form sent to patient'
  // What was asked for may be the name of a call, which tells nobody anything.
  if (action === 'denied') return 'Access denied'
  if (action === 'created') {
    if (resourceType === 'patient') return 'New patient registered'
    if (resourceType === 'appointment') return 'Appointment scheduled'
    return `New ${spaced(resourceType)} created`
  }
  if (action === 'updated') return `${capital(spaced(resourceType))} updated`
  return `${capital(spaced(action))} ${spaced(resourceType)}`
}
