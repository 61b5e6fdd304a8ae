import type { alertTypes } from './alert.ts'

type AlertType = (typeof alertTypes)[number]

/**
 * The text of each alert's e-mail copy. It gives the event but no names (DECISIONS, "People and
 * alerts"). `null` if no copy is sent, for instance because the alert is about failed e-mail.
 */
export const mailedAlerts: Record<AlertType, string | null> = {
  consent_signed: 'A consent form was signed',
  consent_declined: 'A consent form was declined',
  consent_expired: 'A consent request has expired',
  consent_voided: 'A consent request was voided',
  consent_revoked: 'A consent was revoked',
  authorization_ended: 'An authorization has ended',
  paper_copy_requested: 'A patient asked for a paper consent form',
  patient_assigned: 'A patient was assigned to you',
  patient_dropped: 'A patient was dropped from the caseload',
  record_uploaded: 'A record was uploaded',
  task_assigned: 'A task was assigned to you',
  task_due: 'One of your tasks is due',
  appointment_created: 'Your appointment was scheduled',
  appointment_changed: 'Your appointment was changed',
  appointment_cancelled: 'Your appointment was cancelled',
  account_locked: 'An account was locked',
  webhook_rejected: 'A message from the e-signature provider was rejected',
  audit_chain_broken: 'The audit log was altered',
  data_exported: 'All data was exported',
  mail_failed: null,
  record_damaged: 'A stored file is damaged or missing',
  record_infected: 'Harmful software was found in a file',
  // The link has its own e-mail.
  records_forwarded: null,
  break_glass: 'A restricted chart was opened by breaking the glass',
  administrator_added: 'A user became an administrator',
  role_changed: 'The role of a user was changed',
  api_key_created: 'An API key that can make changes was created',
  service_account_handed_over: 'A service account has a new owner',
  key_created_account: 'An API key created an account',
}
