/** The kinds of damage to an audit chain, or to the signed forms whose hashes it has. */
export const brokenLinkKinds = [
  'missing',
  'changed',
  'misplaced',
  'surplus',
  'unsealed',
  'rewritten',
  'patients',
  'surplus_patients',
  'form_changed',
  'form_missing',
  'form_unrecorded',
  'template',
  'edit_changed',
  'backdated',
  'evidence_row',
  'tree_head',
  'clock',
  'time_stamp',
] as const
export type BrokenLinkKind = (typeof brokenLinkKinds)[number]

/** The first damaged position in an audit chain. */
export type BrokenLink = {
  /**
   * 0, as is `position`, where no row of a chain is damaged (`surplus_patients`, `form_unrecorded`, `template`). For
   * `tree_head`, `clock` and `time_stamp`, `position` is the number of the head.
   */
  lane: number
  position: number
  /**
   * The ID of the row at that position; `null` if there is none. For `form_unrecorded` and `template`, that of the form or
   * version.
   */
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
  form_changed: 'the signed form or the sealed scan is not the one that this row recorded',
  form_missing: 'the signed form or the sealed scan that this row recorded is missing',
  form_unrecorded: 'the audit log has no row about this form or its sealed scan',
  template: 'this version was changed after it was saved',
  edit_changed: 'the values kept for this edit are missing, or not those that this row recorded',
  backdated: 'this row is older than the row or the signed tree head before it',
  evidence_row: 'this row is not the one that was signed in the evidence log',
  tree_head: 'it is not signed by the evidence key, or the audit log no longer continues from it',
  clock: 'the clock of the database was set back after it was signed',
  time_stamp: 'a time stamp of it is not for this head, or not signed by a trusted service',
}

/** Describes the damage in a sentence for an administrator. */
export const describeBrokenLink = ({ lane, position, rowId, kind }: BrokenLink): string => {
  if (kind === 'surplus_patients') return `Row ${rowId}: ${sentences[kind]}`
  if (kind === 'form_unrecorded') return `Signed form ${rowId}: ${sentences[kind]}`
  if (kind === 'template') return `Consent template version ${rowId}: ${sentences[kind]}`
  if (kind === 'tree_head' || kind === 'clock' || kind === 'time_stamp')
    return `Signed tree head ${position}: ${sentences[kind]}`
  return `Audit chain ${lane}, position ${position}${rowId ? `, row ${rowId}` : ''}: ${sentences[kind]}`
}
