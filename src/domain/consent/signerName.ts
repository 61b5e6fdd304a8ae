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

/** Removes the words of one name from those typed; `null` if they are not all there. "Van Dyke" is also "Vandyke". */
function without(typed: readonly string[], name: readonly string[]): string[] | null {
  const wanted = name.join('')
  if (wanted === '') return [...typed]
  for (let start = 0; start < typed.length; start += 1)
    for (let end = start + 1; end <= typed.length; end += 1)
      if (typed.slice(start, end).join('') === wanted) return [...typed.slice(0, start), ...typed.slice(end)]
  return null
}

/**
 * Whether a typed name is the name on file. Case, accents, hyphens, apostrophes, titles, suffixes and the order of the
 * names do not matter, and middle names may be missing on either side.
 */
export function isSameName(typed: string, { firstName, lastName }: NameOnFile): boolean {
  const [given, first, last] = [typed, firstName, lastName].map(wordsOf) as [string[], string[], string[]]
  // Chinese, Japanese and Korean names are often written without a space, the family name first.
  const solid = given.join('')
  const names = [...first, ...last].join('')
  if (solid !== '' && (solid === names || solid === [...last, ...first].join(''))) return true
  const rest = without(given, last)
  if (rest === null || rest.length === 0) return false
  const middle = without(rest, first) ?? without(rest, first.slice(0, 1))
  return middle !== null && middle.length <= MIDDLE_NAMES_MAX
}
