/** What can be wrong where the chain of the audit trail breaks. */
export const brokenLinkKinds = [
  'missing',
  'changed',
  'misplaced',
  'surplus',
  'unsealed',
  'rewritten',
] as const
export type BrokenLinkKind = (typeof brokenLinkKinds)[number]

/** The first place where a lane of the trail is not what was written. */
export type BrokenLink = {
  lane: number
  position: number
  /** Key of the row that stands there; `null` where none does. */
  rowId: string | null
  kind: BrokenLinkKind
}

const sentences: Record<BrokenLinkKind, string> = {
  missing: 'the row that was written here is gone',
  changed:
    'this row does not follow from the one before it: one of them was changed, or one between them taken out',
  misplaced: 'this row was put here, or its hash was changed',
  surplus: 'this row stands outside its lane, which does not count it',
  unsealed: 'the last row of the lane is not the one that the lane remembers',
  rewritten: 'the row that an earlier check found here is another one now, or gone',
}

/** Where the chain breaks, in a sentence for an administrator. */
export const describeBrokenLink = ({ lane, position, rowId, kind }: BrokenLink): string =>
  `Lane ${lane}, position ${position}${rowId ? `, row ${rowId}` : ''}: ${sentences[kind]}`
