import type { alertTypes } from './alert.ts'

type AlertType = (typeof alertTypes)[number]

/**
 * The text of each alert's e-mail copy. It says what happened but not to whom (DECISIONS, "People and
 * alerts"). `null` if no copy is sent, for instance because the alert is about failed e-mail.
 */
export const mailedAlerts: Record<AlertType, string | null> = {
  consent_signed: 'A consent form was signed',
  consent_declined: 'A consent form was declined',
  consent_expired: 'A consent request has expired',
  consent_voided: 'A consent request was taken back',
  consent_revoked: 'A consent was revoked',
  authorization_ended: 'An authorization has ended',
  paper_copy_requested: 'A paper consent form was asked for',
  patient_assigned: 'A patient was assigned to you',
  patient_dropped: 'A patient was dropped from the caseload',
  record_uploaded: 'A record was uploaded',
  task_assigned: 'You were given a task',
  task_due: 'A task of yours is due',
  appointment_created: 'An appointment of yours was scheduled',
  appointment_changed: 'An appointment of yours was changed',
  appointment_cancelled: 'An appointment of yours was cancelled',
  account_locked: 'An account was locked',
  webhook_rejected: 'A message from the signing provider was refused',
  audit_chain_broken: 'The audit trail is broken',
  data_exported: 'An export of everything was made',
  mail_failed: null,
  record_damaged: 'A stored record was changed or lost where it is kept',
  record_infected: 'Harmful software was found in a file',
  // The link has its own e-mail.
  records_forwarded: null,
  break_glass: 'A restricted chart was opened by breaking the glass',
  administrator_added: 'A user became an administrator',
  role_changed: 'The role of a user was changed',
  api_key_created: 'An API key that can make changes was created',
  service_account_handed_over: 'A service account has another owner',
  key_created_account: 'An API key created an account',
}
