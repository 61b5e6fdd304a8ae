import type { Actor } from '../access/actor.ts'
import { checkAction, linkAction, noLinkAction, resendAction } from './requestActions.ts'
import { offeredOf, type Row, type RowAction, scheduleAction, sendAction } from './rowAction.ts'

/** Of `rowActions`, what stands on a row of the list itself; apart, so that the list can be drawn without all of them. */
export const nextOnRow = (actor: Actor, patient: Row): RowAction[] =>
  offeredOf([sendAction(actor, patient), scheduleAction(actor, patient)])

/** The same of `consentActions`. */
export const nextOnConsent = (actor: Actor, patient: Row): RowAction[] =>
  offeredOf([
    noLinkAction(actor, patient),
    sendAction(actor, patient),
    linkAction(actor, patient),
    checkAction(actor, patient),
    resendAction(actor, patient),
  ])
