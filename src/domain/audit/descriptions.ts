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

/** The actions that count as viewing a chart: its content was shown to a user or exported. */
export const readActions = ['viewed', 'listed', 'downloaded', 'exported'] as const satisfies AuditAction[]

/** Whether the action changed something, rather than showing or refusing it. */
export const isChange = (action: AuditAction): boolean =>
  action !== 'denied' && !(readActions as readonly AuditAction[]).includes(action)

/** The resource types of the audit log. A denied row may name an operation instead. */
export const auditResources = [
  'patient',
  'patient_import',
  'patient_note',
  'patient_record',
  'forwarding',
  'disclosure',
  'patient_request',
  'legal_hold',
  'patient_status_change',
  'patient_access',
  'patient_edit',
  'break_glass',
  'patient_timeline',
  'patient_reminder',
  'consent_request',
  'consent_form',
  'sealed_scan',
  'authority_proof',
  'consent_template',
  'signing_link',
  'signed_copy',
  'appointment',
  'working_hours',
  'closure',
  'calendar_feed',
  'task',
  'bulk_job',
  'alert',
  'mail',
  'draft',
  'saved_view',
  'user',
  'invitation',
  'password_reset',
  'sign_on_identity',
  'session',
  'known_device',
  'authenticator_app',
  'passkey',
  'recovery_code',
  'second_factor',
  'blocked_address',
  'password',
  'api_key',
  'webhook',
  'webhook_message',
  'clinic_settings',
  'clinic_setup',
  'clinic_report',
  'consent_funnel',
  'data_export',
  'audit_log',
  'audit_check',
  'records_key',
  'server_secret',
  'seal_certificate',
  'backup',
  'trial_restore',
  'database',
  'connection',
  'evidence',
] as const
export type AuditResource = (typeof auditResources)[number]

/** Formats a name of the audit log for reading: `patient_note`, or the name of a denied operation. */
export const wordsOf = (name: string): string =>
  name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\bapi\b/, 'API')
    .replace('sign on identity', 'single sign-on account')

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The sentence on the Recent Activity card (SPEC section 4, "Audit descriptions"). */
export function describeActivity(action: string, resourceType: string): string {
  if (action === 'consent_signed') return 'Patient signed consent form'
  if (action === 'consent_sent') return 'Consent form sent to patient'
  // The resource type may be the name of an operation, which users do not know.
  if (action === 'denied') return 'Access denied'
  if (action === 'created') {
    if (resourceType === 'patient') return 'New patient registered'
    if (resourceType === 'appointment') return 'Appointment scheduled'
    return `New ${wordsOf(resourceType)} created`
  }
  if (action === 'updated') return `${capital(wordsOf(resourceType))} updated`
  return `${capital(wordsOf(action))} ${wordsOf(resourceType)}`
}
