/** The kinds of damage to an audit chain. */
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

/** The first damaged position in an audit chain. */
export type BrokenLink = {
  /** 0, as is `position`, where the row is in no lane (`surplus_patients`). */
  lane: number
  position: number
  /** The ID of the row at that position; `null` if there is none. */
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

/** Describes the damage in a sentence for an administrator. */
export const describeBrokenLink = ({ lane, position, rowId, kind }: BrokenLink): string => {
  if (kind === 'surplus_patients') return `Row ${rowId}: ${sentences[kind]}`
  return `Lane ${lane}, position ${position}${rowId ? `, row ${rowId}` : ''}: ${sentences[kind]}`
}
