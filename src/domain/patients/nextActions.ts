import type { Actor } from '../access/actor.ts'
import { checkAction, linkAction, noLinkAction, resendAction } from './requestActions.ts'
import { offeredOf, type Row, type RowAction, scheduleAction, sendAction } from './rowAction.ts'

/**
 * The subset of `rowActions` shown on the row itself. Separate, so that the list does not load the others.
 */
export const nextOnRow = (actor: Actor, patient: Row): RowAction[] =>
  offeredOf([sendAction(actor, patient), scheduleAction(actor, patient)])

/** The same subset of `consentActions`. */
export const nextOnConsent = (actor: Actor, patient: Row): RowAction[] =>
  offeredOf([
    noLinkAction(actor, patient),
    sendAction(actor, patient),
    linkAction(actor, patient),
    checkAction(actor, patient),
    resendAction(actor, patient),
  ])
