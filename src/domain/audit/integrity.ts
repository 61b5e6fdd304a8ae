/** What can be wrong where the chain of the audit trail breaks. */
export const brokenLinkKinds = [
  'missing',
  'changed',
  'misplaced',
  'surplus',
  'unsealed',
  'rewritten',
  'patients',
  'surplus_patients',
] as const
export type BrokenLinkKind = (typeof brokenLinkKinds)[number]

/** The first place where a lane of the trail is not what was written. */
export type BrokenLink = {
  /** 0, as is `position`, where the row is in no lane (`surplus_patients`). */
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
  patients: 'the patient ids kept beside this row are not those that it was written with',
  surplus_patients: 'patient ids are kept for this row, which is not in the audit log',
}

/** Where the chain breaks, in a sentence for an administrator. */
export const describeBrokenLink = ({ lane, position, rowId, kind }: BrokenLink): string => {
  if (kind === 'surplus_patients') return `Row ${rowId}: ${sentences[kind]}`
  return `Lane ${lane}, position ${position}${rowId ? `, row ${rowId}` : ''}: ${sentences[kind]}`
}
