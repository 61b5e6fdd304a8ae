/** Minutes before the idle sign-out when the user is warned: the wanted time, but at most half the session. */
export const noticeMinutes = (idleMinutes: number, wanted: number): number =>
  Math.min(wanted, idleMinutes / 2)

/** The header of an answer that tells in how many milliseconds the session ends, and whether anything can move that. */
export const SESSION_HEADER = 'Caseload-Session'

export const sessionHeader = (milliseconds: number, isFinal: boolean): string =>
  `${Math.max(0, Math.round(milliseconds))}${isFinal ? '; final' : ''}`

/** Marks a background request, which does not extend the session. */
export const BACKGROUND_HEADER = 'caseload-background'

/** Where the tabs of a browser tell each other of it: they share the session, and a request of any keeps it alive. */
export const SESSION_CHANNEL = 'caseload-session'
