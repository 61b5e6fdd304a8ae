/** Minutes before the idle sign-out when the user is warned: the wanted time, but at most half the session. */
export const noticeMinutes = (idleMinutes: number, wanted: number): number =>
  Math.min(wanted, idleMinutes / 2)

/** Minutes after a sign-in or confirmation in which the user need not confirm again. */
export const STEP_UP_MINUTES = 10

/** The response header with the milliseconds until the session ends, and whether activity can extend it. */
export const SESSION_HEADER = 'Caseload-Session'

export const sessionHeader = (milliseconds: number, isFinal: boolean): string =>
  `${Math.max(0, Math.round(milliseconds))}${isFinal ? '; final' : ''}`

/** Marks a background request, which does not extend the session. */
export const BACKGROUND_HEADER = 'caseload-background'

/** The channel on which a browser's tabs share the session time: a request of any tab keeps the session alive. */
export const SESSION_CHANNEL = 'caseload-session'

/** The choices for how many minutes before the idle sign-out a user is warned. */
export const NOTICE_MINUTES = { choices: [2, 5, 10], standard: 2 } as const
