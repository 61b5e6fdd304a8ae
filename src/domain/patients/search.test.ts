import { expect, test } from 'vitest'
import { matchesSearch } from './search.ts'

const jose = {
  firstName: 'José',
  lastName: 'Álvarez-Ruiz',
  email: 'J.Alvarez@Example.test',
  phone: '(628) 555-0154',
  dateOfBirth: '1991-06-04',
}

test.each([
  'jose',
  'ALVAREZ ruiz',
  'Álvarez-Ruiz, José',
  'example.TEST',
  'jose 0154',
  '1991',
  '555-0154',
  '6/4/1991',
  '',
  '  ',
])('loaded rows are filtered as the database would: "%s" finds José Álvarez-Ruiz', (text) =>
  expect(matchesSearch(jose, text)).toBe(true),
)

test.each(['josef', 'jose smith', 'alvarez  zz', 'jose 0155'])('"%s" does not find them', (text) => {
  expect(matchesSearch(jose, text)).toBe(false)
})
