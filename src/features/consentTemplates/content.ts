/** A template as it is being written; `days` as they are typed. */
export type Content = { name: string; title: string; body: string; days: string }

/** What is typed as days, where it is any. */
export const daysIn = (days: string): number | null =>
  /^\s*[1-9]\d{0,3}\s*$/.test(days) ? Number(days) : null
