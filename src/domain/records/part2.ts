import type { RecordCategory } from './categories.ts'

/**
 * The statement that must accompany a record about substance use treatment whenever it is disclosed with the patient's
 * consent. The words are prescribed by 42 CFR 2.32(a)(2).
 */
export const PART_2_STATEMENT = '42 CFR part 2 prohibits unauthorized use or disclosure of these records.'

/** The statement that must accompany a record; `null` if there is none. */
export const accompanyingStatement = ({ category }: { category?: RecordCategory | null }): string | null =>
  category === 'substance_use' ? PART_2_STATEMENT : null
