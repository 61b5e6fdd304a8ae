/** What an alert can tell of (DECISIONS, "People and alerts"). */
export const alertTypes = [
  'consent_signed',
  'consent_declined',
  'consent_expired',
  'patient_assigned',
  'patient_dropped',
  'record_uploaded',
  'task_assigned',
  'task_due',
  'appointment_created',
  'appointment_changed',
  'appointment_cancelled',
  'account_locked',
  'webhook_rejected',
  'audit_chain_broken',
  'data_exported',
] as const
