/** What is taken out of a file before it is kept, and how that is said: to who uploads it, and wherever it is listed. */
export const removals = {
  location: 'Location data was removed from this photo',
  appendix: 'A second picture or film hidden behind this photo was removed',
} as const

export type Removal = keyof typeof removals

export const removalKinds = Object.keys(removals) as [Removal, ...Removal[]]

export const isRemoval = (text: string): text is Removal => text in removals
