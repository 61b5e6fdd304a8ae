/** A template that is being edited; `days` is the typed text. */
export type Content = { name: string; title: string; body: string; days: string }

/** The typed number of days, or `null` if it is not a number. */
export const daysIn = (days: string): number | null =>
  /^\s*[1-9]\d{0,3}\s*$/.test(days) ? Number(days) : null
