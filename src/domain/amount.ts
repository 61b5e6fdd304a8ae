/** Formats a number of things: '1 row', '1,204 rows'. */
export const amountOf = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`

/** A median number of days: "3.5 days", or "under 1 day". */
export const medianDaysInWords = (days: number): string =>
  days < 1 ? 'under 1 day' : `${days.toFixed(1)} days`
