/** The text of a deprecation, with its dates. `since` is a day; the field or argument stays for at least a year. */
export const deprecated = (since: `${number}-${string}-${string}`, instead: string): string =>
  `Deprecated since ${since}; stays at least until ${Number(since.slice(0, 4)) + 1}${since.slice(4)}. ${instead}`
