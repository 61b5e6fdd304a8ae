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
  'template',
] as const
export type BrokenLinkKind = (typeof brokenLinkKinds)[number]

/** The first damaged position in an audit chain. */
export type BrokenLink = {
  /** 0, as is `position`, where the row is in no chain (`surplus_patients`, `template`). */
  lane: number
  position: number
  /** The ID of the row at that position; `null` if there is none. */
  rowId: string | null
  kind: BrokenLinkKind
}

const sentences: Record<BrokenLinkKind, string> = {
  missing: 'the row originally written here is missing',
  changed: 'this row does not match the hash of the row before it: a row was changed or removed',
  misplaced: 'this row was inserted, or its hash was changed',
  surplus: 'this row is not counted in its audit chain',
  unsealed: 'the last row does not match the recorded head of its audit chain',
  rewritten: 'a row found by an earlier check was replaced or removed',
  patients: 'the patient IDs stored for this row were changed after it was written',
  surplus_patients: 'patient IDs are stored for a row that is not in the audit log',
  template: 'this version was changed after it was saved',
}

/** Describes the damage in a sentence for an administrator. */
export const describeBrokenLink = ({ lane, position, rowId, kind }: BrokenLink): string => {
  if (kind === 'surplus_patients') return `Row ${rowId}: ${sentences[kind]}`
  if (kind === 'template') return `Consent template version ${rowId}: ${sentences[kind]}`
  return `Audit chain ${lane}, position ${position}${rowId ? `, row ${rowId}` : ''}: ${sentences[kind]}`
}
