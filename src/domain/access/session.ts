/** How long before an idle session ends somebody is told who wants to be told so soon; half the session at most, in minutes. */
export const noticeMinutes = (idleMinutes: number, wanted: number): number =>
  Math.min(wanted, idleMinutes / 2)

/** The header of an answer that tells in how many milliseconds the session ends, and whether anything can move that. */
export const SESSION_HEADER = 'Caseload-Session'

export const sessionHeader = (milliseconds: number, isFinal: boolean): string =>
  `${Math.max(0, Math.round(milliseconds))}${isFinal ? '; final' : ''}`

/** The header of a request that nobody need be at the screen for, so that it keeps no session alive. */
export const BACKGROUND_HEADER = 'caseload-background'

/** Where the tabs of a browser tell each other of it: they share the session, and a request of any keeps it alive. */
export const SESSION_CHANNEL = 'caseload-session'
