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

type Searched = { firstName: string; lastName: string; email: string }

/**
 * Whether a patient may match, while the database is asked: each word is in a name or the e-mail address, ignoring case
 * and accents. Words with a digit may be part of a phone number or a date of birth, so only the database can tell.
 */
export function matchesSearch({ firstName, lastName, email }: Searched, text: string): boolean {
  const folded = foldForSearch(`${firstName} ${lastName} ${email}`)
  return searchWords(text).every((word) => /\d/.test(word) || folded.includes(word))
}
