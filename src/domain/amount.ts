/** Formats a number of things: '1 row', '1,204 rows'. */
export const amountOf = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`
