/** Content removed from a file before it is stored, with the message shown to users. */
export const removals = {
  location: 'Location data was removed from this photo',
  appendix: 'A picture or video hidden in this photo was removed',
} as const

export type Removal = keyof typeof removals

export const removalKinds = Object.keys(removals) as [Removal, ...Removal[]]

export const isRemoval = (text: string): text is Removal => text in removals

type Hashes<Received> = { sha256: Received; keptSha256: string | null }

/** The SHA-256 of the bytes that are stored and served: of what arrived, unless something was removed. */
export const servedSha256 = <Received extends string | null>({
  sha256,
  keptSha256,
}: Hashes<Received>): Received | string => keptSha256 ?? sha256
