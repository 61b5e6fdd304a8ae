import { expect } from 'vitest'
import { foldForSearch, searchWords } from '#domain/patients/search.ts'
import { test } from '#tests/support/test.ts'

const awkward = [
  'José', // precomposed
  'José', // combining
  "O'Brien",
  'O’Brien-Nakamura',
  'ﬁ',
  'Ǆ',
  'İstanbul',
  'ISPARTA ıı',
  'Đặng Thị',
  'Straße STRASSE ẞ',
  'Иван Й',
  'ΟΔΟΣ ΟΔΟΣΑ',
  '👩‍⚕️ Ada',
  'Łukasz Ørsted',
  '①②½ﾊﾝｶｸ',
  'שָׁלוֹם',
  '한글',
  'x̧̛',
  'ŉ ǰ ΐ',
  '%_\\',
  '',
]

test('unusual names are folded the same way by the page and the database', async ({ clinic }) => {
  const rows = await clinic.db.$queryRaw<{ text: string; folded: string }[]>`
    SELECT text, search_fold(text) AS folded FROM unnest(${awkward}::text[]) AS text`
  expect(rows).toHaveLength(awkward.length)
  expect(rows).toEqual(awkward.map((text) => ({ text, folded: foldForSearch(text) })))
})

test('characters of modern alphabets are folded the same way', async ({ clinic }) => {
  const letters = Array.from({ length: 0x2bff }, (_, code) => code)
    .filter((code) => code > 0x1f && !(code >= 0x7f && code < 0xa0))
    // Some servers do not know Georgian capitals yet, and names are not written in them.
    .filter((code) => code < 0x1c80 || code > 0x1cbf)
    .map((code) => String.fromCodePoint(code))
  const rows = await clinic.db.$queryRaw<{ letter: string; folded: string }[]>`
    SELECT letter, search_fold(letter) AS folded FROM unnest(${letters}::text[]) AS letter`
  const different = rows.filter(({ letter, folded }) => foldForSearch(letter) !== folded)
  expect(different).toEqual([])
})

test('a search is split into words at commas and any whitespace', () => {
  expect(searchWords(' Ada,  José\tb c ')).toEqual(['ada', 'jose', 'b', 'c'])
  expect(searchWords('   ')).toEqual([])
})
