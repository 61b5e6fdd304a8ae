import type { Actor } from '../access/actor.ts'
import { can } from '../access/policy.ts'
import type { Row, RowAction, RowActionId } from './rowAction.ts'
import { rowActions } from './rowActions.ts'

const onConsent: readonly RowActionId[] = [
  'send_consent',
  'preview_consent',
  'resend_consent',
  'copy_link',
  'check_status',
  'sign_here',
  'paper_consent',
  'void_request',
  'schedule',
  'mark_schedulable',
  'revoke_consent',
  'view',
]

/** What concerns the consent, for the screen of the consent forms; a status set by hand has no link to show. */
export function consentActions(actor: Actor, patient: Row): RowAction[] {
  const offered = rowActions(actor, patient).filter(({ id }) => onConsent.includes(id))
  const isElsewhere = patient.hasSigningLink || patient.hasEnvelope
  if (patient.status !== 'consent_sent' || isElsewhere || !can(actor, 'consent.seeLink', patient))
    return offered
  const closed = {
    id: 'copy_link',
    label: 'Show signing link',
    reason: 'No request is open here that has a link to hand on',
  } as const
  return [closed, ...offered]
}
