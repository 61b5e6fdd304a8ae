/** Said to whoever would delete what is held. */
export const onLegalHold = (reason: string): string =>
  `This chart is on legal hold (${reason}), so no record of it can be deleted. Lift the hold first: Legal Hold, on the overview of the patient.`

/** The same where the reason is not known, beside a button that is closed. */
export const HELD = 'On legal hold: nothing can be deleted until the hold is lifted'
