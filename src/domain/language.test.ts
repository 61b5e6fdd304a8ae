import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { languageChoice } from './language.ts'

const choice = languageChoice('Choose English or Spanish')

test.each([
  ['es', 'es'],
  ['Spanish', 'es'],
  ['ESPAÑOL', 'es'],
  ['Inglés', 'en'],
  ['', 'en'],
  [null, 'en'],
  [undefined, undefined],
])('a language is read as files and forms write it: %s', (text, language) => {
  expect(z.parse(choice, text)).toBe(language)
})

test('a language in which nothing is written is refused', () => {
  expect(z.safeParse(choice, 'Klingon').error?.issues[0]?.message).toBe('Choose English or Spanish')
  expect(z.safeParse(choice, 5).success).toBe(false)
})
