/** The error for deleting something on hold. */
export const onLegalHold = (reason: string): string =>
  `This chart is on legal hold (${reason}), so no record of it can be deleted. Lift the hold first: Legal Hold, on the overview of the patient.`

/** The same without the reason, next to a disabled button. */
export const HELD = 'On legal hold: nothing can be deleted until the hold is lifted'
