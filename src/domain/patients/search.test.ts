import { expect, test } from 'vitest'
import { matchesSearch } from './search.ts'

const jose = { firstName: 'José', lastName: 'Álvarez-Ruiz', email: 'J.Alvarez@Example.test' }

test.each(['jose', 'ALVAREZ ruiz', 'Álvarez-Ruiz, José', 'example.TEST', 'jose 0154', '', '  '])(
  'loaded rows are filtered as the database would: "%s" finds José Álvarez-Ruiz',
  (text) => expect(matchesSearch(jose, text)).toBe(true),
)

test.each(['josef', 'jose smith', 'alvarez  zz'])('"%s" does not find them', (text) => {
  expect(matchesSearch(jose, text)).toBe(false)
})
