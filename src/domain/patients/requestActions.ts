import type { Actor } from '../access/actor.ts'
import { can } from '../access/policy.ts'
import type { Row, RowAction } from './rowAction.ts'
import type { PatientStatus } from './status.ts'

const beforeSigning: readonly PatientStatus[] = ['pending_consent', 'consent_sent', 'dropped']

/**
 * Asks for a new form at a later status, without changing it. Earlier, Send Consent and Resend Consent do this. One request
 * can be open at a time.
 */
export function requestAction(actor: Actor, patient: Row): RowAction | false {
  const isOpen = patient.hasSigningLink || patient.hasEnvelope || patient.isSentAgain
  if (!can(actor, 'consent.send', patient) || isOpen || beforeSigning.includes(patient.status)) return false
  const reason =
    actor.role === 'attorney' && patient.recordsClosed === 'revoked'
      ? 'The patient revoked the consent. Ask the clinic to send a new request.'
      : patient.sendRefusal
  return { id: 'request_authorization', label: 'Request Authorization', ...(reason && { reason }) }
}

export const linkAction = (actor: Actor, patient: Row): RowAction | false =>
  can(actor, 'consent.seeLink', patient) &&
  patient.hasSigningLink && { id: 'copy_link', label: 'Show Signing Link' }

export const checkAction = (actor: Actor, patient: Row): RowAction | false =>
  can(actor, 'consent.check', patient) &&
  patient.hasEnvelope === true && { id: 'check_status', label: 'Check Status' }

export const resendAction = (actor: Actor, patient: Row): RowAction | false =>
  can(actor, 'consent.send', patient) &&
  (patient.status === 'consent_sent' || patient.hasSigningLink) && {
    id: 'resend_consent',
    label: 'Resend Consent',
    ...(patient.sendRefusal && { reason: patient.sendRefusal }),
  }

/** A manually set status has no link to show. */
export function noLinkAction(actor: Actor, patient: Row): RowAction | false {
  const isElsewhere = patient.hasSigningLink || patient.hasEnvelope
  if (patient.status !== 'consent_sent' || isElsewhere || !can(actor, 'consent.seeLink', patient))
    return false
  const reason = 'There is no open request with a signing link'
  return { id: 'copy_link', label: 'Show Signing Link', reason }
}
