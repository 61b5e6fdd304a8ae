/**
 * A text without case and accents, exactly as the generated column `patients.search_text` holds it
 * (`search_fold` in the first migration; a test compares the two over awkward names).
 */
export const foldForSearch = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

/** The words of a search; a patient matches when each occurs in the name or the e-mail (SPEC 2.5). */
export const searchWords = (text: string): string[] => foldForSearch(text).split(/\s+/).filter(Boolean)

/** More words would only cost: each is a condition of its own on every row. */
export const SEARCH_WORDS_MAX = 6

type Searched = { firstName: string; lastName: string; email: string }

/** Whether a patient matches as the database would answer: each word in a name or the e-mail, without case or accents. */
export function matchesSearch({ firstName, lastName, email }: Searched, text: string): boolean {
  const folded = foldForSearch(`${firstName} ${lastName} ${email}`)
  return searchWords(text).every((word) => folded.includes(word))
}
