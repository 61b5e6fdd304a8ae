import type { Actor } from '../access/actor.ts'
import { noLinkAction } from './requestActions.ts'
import { offeredOf, type Row, type RowAction, type RowActionId } from './rowAction.ts'
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

/** The consent actions, for the Consent Forms screen. */
export const consentActions = (actor: Actor, patient: Row): RowAction[] =>
  offeredOf([
    noLinkAction(actor, patient),
    ...rowActions(actor, patient).filter(({ id }) => onConsent.includes(id)),
  ])
