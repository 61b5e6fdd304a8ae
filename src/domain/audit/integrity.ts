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
  'clock',
  'head_clock',
] as const
export type BrokenLinkKind = (typeof brokenLinkKinds)[number]

/** The first damaged position in an audit chain. */
export type BrokenLink = {
  /** 0, as is `position`, where no row of a chain is damaged (`surplus_patients`, `form_unrecorded`, `template`, at times `head_clock`). */
  lane: number
  position: number
  /** The ID of the row at that position; `null` if there is none. For `form_unrecorded` and `template`, that of the form or version. */
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
  form_changed: 'the signed form is not the one that was signed when this row was written',
  form_missing: 'the signed form that this row records is missing',
  form_unrecorded: 'the audit log has no signature of this form',
  template: 'this version was changed after it was saved',
  clock: 'this row is dated before the row that precedes it: the clock of the database was set back',
  head_clock:
    'this row is dated before a tree head that was signed before it was written: the clock was set back',
}

/** Describes the damage in a sentence for an administrator. */
export const describeBrokenLink = ({ lane, position, rowId, kind }: BrokenLink): string => {
  if (kind === 'head_clock' && rowId === null)
    return 'The clock of the database is behind the last signed tree head: it was set back'
  if (kind === 'surplus_patients') return `Row ${rowId}: ${sentences[kind]}`
  if (kind === 'form_unrecorded') return `Signed form ${rowId}: ${sentences[kind]}`
  if (kind === 'template') return `Consent template version ${rowId}: ${sentences[kind]}`
  return `Audit chain ${lane}, position ${position}${rowId ? `, row ${rowId}` : ''}: ${sentences[kind]}`
}
