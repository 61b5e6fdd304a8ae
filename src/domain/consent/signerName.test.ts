import { expect, test } from 'vitest'
import { isSameName } from './signerName.ts'

const same: [typed: string, firstName: string, lastName: string][] = [
  ['Jane Doe', 'Jane', 'Doe'],
  ['jane doe', 'Jane', 'Doe'],
  ['  JANE   DOE ', 'Jane', 'Doe'],
  ['Doe, Jane', 'Jane', 'Doe'],
  ['Jane Marie Doe', 'Jane', 'Doe'],
  ['Jane M. Doe', 'Jane', 'Doe'],
  ['Jane Doe', 'Jane Marie', 'Doe'],
  ['Jane Marie Doe', 'Jane Marie', 'Doe'],
  ['Jane Doe Jr.', 'Jane', 'Doe'],
  ['Jane Doe', 'Jane', 'Doe III'],
  ['Dr. Jane Doe, M.D.', 'Jane', 'Doe'],
  ['Jose Alvarez', 'José', 'Álvarez'],
  ['José Álvarez', 'Jose', 'Alvarez'],
  ['Søren Weiß', 'Soren', 'Weiss'],
  ['Anna-Lena Meyer', 'Anna Lena', 'Meyer'],
  ['Jane Smith Jones', 'Jane', 'Smith-Jones'],
  ['Jane SmithJones', 'Jane', 'Smith-Jones'],
  ["Sinead O'Brien", 'Sinéad', 'O’Brien'],
  ['Sinead O Brien', 'Sinéad', 'O’Brien'],
  ['Juan Dela Cruz', 'Juan', 'de la Cruz'],
  ['山田 太郎', '太郎', '山田'],
  ['山田太郎', '太郎', '山田'],
  ['نور الهدى', 'نور', 'الهدى'],
  ['Maren Lindqvist', 'Maren', 'Lindqvist7'],
  ['Ana García López', 'Ana', 'García'],
  ['García López, Ana María', 'Ana', 'García López'],
  ['Jane And', 'Jane', 'And'],
]

test.for(same)('"%s" is %s %s', ([typed, firstName, lastName]) => {
  expect(isSameName(typed, { firstName, lastName })).toBe(true)
})

const other: [typed: string, firstName: string, lastName: string][] = [
  ['Xx', 'Jane', 'Doe'],
  ['Mickey Mouse', 'Jane', 'Doe'],
  ['Jane', 'Jane', 'Doe'],
  ['Doe', 'Jane', 'Doe'],
  ['J. Doe', 'Jane', 'Doe'],
  ['Janet Doe', 'Jane', 'Doe'],
  ['Jane Doyle', 'Jane', 'Doe'],
  ['John Doe', 'Jane', 'Doe'],
  ['Jane Smith', 'Jane', 'Smith-Jones'],
  ['Doe', 'Doe', 'Doe'],
  ['Jr.', 'Jane', 'Doe'],
  ['Mary Doe for Jane Doe', 'Jane', 'Doe'],
  ['Jane Doe by Mary Doe', 'Jane', 'Doe'],
  ['Mary Doe, mother of Jane', 'Jane', 'Doe'],
  ['Jane and Mary Doe', 'Jane', 'Doe'],
  ['Mary Doe / Jane Doe', 'Jane', 'Doe'],
  ['Mary for Jane Doe', 'Jane', 'Doe'],
  ['Jane and John and Mary and Peter and Paul Doe', 'Jane', 'Doe'],
]

test.for(other)('"%s" is not %s %s', ([typed, firstName, lastName]) => {
  expect(isSameName(typed, { firstName, lastName })).toBe(false)
})
