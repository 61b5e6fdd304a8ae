/**
 * Folds case and accents exactly like the generated column `patients.search_text` (`search_fold` in the first
 * migration). A test compares the two.
 */
export const foldForSearch = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

/** The words of a search, separated by spaces or commas. */
export const searchWords = (text: string): string[] =>
  foldForSearch(text)
    .split(/[\s,]+/)
    .filter(Boolean)

/** The maximum number of words, because each adds a condition on every row. */
export const SEARCH_WORDS_MAX = 6

type Searched = {
  firstName: string
  lastName: string
  email: string
  phone?: string | null | undefined
  dateOfBirth?: string | null | undefined
}

/** A date or phone number in a form that only the database's search understands. */
const isWrittenOtherwise = (word: string) => /^(?=.*\d)(?=.*[().+/-])[\d().+/-]+$/.test(word)

/**
 * Whether a patient may match, while the database is asked: each word is in a name, the e-mail address, the digits of the
 * phone number or the date of birth, ignoring case and accents.
 */
export function matchesSearch(patient: Searched, text: string): boolean {
  const { firstName, lastName, email, phone, dateOfBirth } = patient
  const digits = (phone ?? '').replaceAll(/\D/g, '')
  const folded = foldForSearch([firstName, lastName, email, digits, dateOfBirth ?? ''].join(' '))
  return searchWords(text).every((word) => folded.includes(word) || isWrittenOtherwise(word))
}
