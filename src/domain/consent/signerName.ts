/** A patient's name as the clinic has it on file. */
type NameOnFile = { firstName: string; lastName: string }

/** Titles and suffixes that are no part of a name. */
const ADDITIONS = new Set(
  ['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'jr', 'sr', 'ii', 'iii', 'iv', 'md', 'phd', 'esq'].concat([
    'junior',
    'senior',
    'dds',
    'rn',
    'jd',
  ]),
)

/** Letters that Unicode does not split into a base letter and an accent. */
const FOLDED: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** More names than this between first and last name are no middle names. */
const MIDDLE_NAMES_MAX = 3
const SECOND_LAST_NAMES_MAX = 1

/** Words that join the names of two people. */
const CONNECTIVES = new Set(['and', 'by', 'for', 'per', 'poa'])

/** The words of a name in lower case, without accents, apostrophes, titles and suffixes. */
function wordsOf(name: string): string[] {
  const folded = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{ASCII}]/gu, (letter) => FOLDED[letter] ?? letter)
    .replace(/['’‘ʼ`.]/g, '')
  const words = folded.match(/\p{L}+/gu) ?? []
  const names = words.filter((word) => !ADDITIONS.has(word))
  return names.length > 0 ? names : words
}

/** Where the words from `start` on stop spelling a name; `null` if they do not. "Van Dyke" is also "Vandyke". */
function endOfName(typed: readonly string[], start: number, name: readonly string[]): number | null {
  const wanted = name.join('')
  for (let end = start + 1; end <= typed.length; end += 1)
    if (typed.slice(start, end).join('') === wanted) return end
  return null
}

/** First name, middle names, last name and perhaps a second last name. */
function isFirstToLast(typed: readonly string[], first: readonly string[], last: readonly string[]): boolean {
  const start = endOfName(typed, 0, first)
  if (start === null) return false
  for (let at = start; at <= start + MIDDLE_NAMES_MAX; at += 1) {
    const end = endOfName(typed, at, last)
    if (end !== null && typed.length - end <= SECOND_LAST_NAMES_MAX) return true
  }
  return false
}

/** Last name, first name and middle names. */
function isLastToFirst(typed: readonly string[], first: readonly string[], last: readonly string[]): boolean {
  const start = endOfName(typed, 0, last)
  const end = start === null ? null : endOfName(typed, start, first)
  return end !== null && typed.length - end <= MIDDLE_NAMES_MAX
}

/**
 * Whether a typed name is the name on file. Case, accents, hyphens, apostrophes, titles, suffixes and whether the last
 * name comes first do not matter, and middle names may be missing on either side. "Mary Doe for Jane Doe" is not Jane Doe.
 */
export function isSameName(typed: string, { firstName, lastName }: NameOnFile): boolean {
  const [given, first, last] = [typed, firstName, lastName].map(wordsOf) as [string[], string[], string[]]
  // Chinese, Japanese and Korean names are often written without a space, the family name first.
  const solid = given.join('')
  const names = [...first, ...last].join('')
  if (solid !== '' && (solid === names || solid === [...last, ...first].join(''))) return true
  if (given.some((word) => CONNECTIVES.has(word) && !first.includes(word) && !last.includes(word)))
    return false
  return [first, first.slice(0, 1)].some(
    (part) => isFirstToLast(given, part, last) || isLastToFirst(given, part, last),
  )
}
