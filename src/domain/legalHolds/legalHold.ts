import type { Actor } from '../access/actor.ts'
import { can } from '../access/policy.ts'

/** The error for deleting something on hold. */
export const onLegalHold = (reason: string): string =>
  `This chart is on legal hold (${reason}), so no record of it can be deleted. Lift the hold first: Legal Hold, on the overview of the patient.`

/** The same without the reason, next to a disabled button. */
export const HELD = 'On legal hold: nothing can be deleted until the hold is lifted'

/** Whether a chart with these active holds is on hold; `null` for users who may not know. */
export const isHeldFor = (actor: Actor | null, active: readonly unknown[]): boolean | null =>
  can(actor, 'legalHold.see') ? active.length > 0 : null
