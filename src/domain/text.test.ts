import { expect, test } from 'vitest'
import { personName, signedName, withoutEndSlashes } from './text.ts'

test.each([
  ['/patients/', '/patients'],
  ['/patients//', '/patients'],
  ['//a/b', '//a/b'],
  ['/', ''],
  ['', ''],
])('%j without the slashes at its end is %j', (path, expected) => {
  expect(withoutEndSlashes(path)).toBe(expected)
})

test('slashes within a path of any length take no time', () => {
  const path = `/api${'/'.repeat(300_000)}x`
  expect(withoutEndSlashes(path)).toBe(path)
})

const message = (schema: ReturnType<typeof personName>, name: string) =>
  schema.safeParse(name).error?.issues[0]?.message

test.each([
  'Jane Doe',
  'Łucja Ørsted-Núñez',
  'Сара Иванова',
  'Ελένη Παπαδοπούλου',
  'نور الهدى',
  'می\u200cنا',
  'अक्\u200dषय',
  '山田 Taro',
  '葛\u{e0100}城',
  'Jane Сара',
])('%j is the name of a person and can be signed', (name) => {
  expect(message(personName('Missing'), name)).toBeUndefined()
  expect(message(signedName('Missing'), name)).toBeUndefined()
})

test.each([
  ['Jane\u200bDoe'],
  ['Ja\u200dne'],
  ['Jane\u00ad Doe'],
  ['Jane \ufeffDoe'],
  ['Jane\u202eeoD'],
  ['Jane \u3164'],
  ['Jane \ue000'],
])('a name with a character that cannot be seen is rejected: %j', (name) => {
  expect(message(personName('Missing'), name)).toBe('Remove the characters that cannot be seen')
})

test.each([['Jаne'], ['Dοe'], ['Ηοlt'], ['Сaра']])('a word of two alphabets is rejected: %j', (name) => {
  expect(message(personName('Missing'), name)).toBe('Use letters of one alphabet in each word of the name')
})

test.each([
  ['Jane Doe, identity check: passport'],
  ['Jane Doe ✓'],
  ['Jane Doe (verified)'],
  ['Mary Doe / Jane Doe'],
  ['jane@example.com'],
])('a signed name that says more than a name is rejected: %j', (name) => {
  expect(message(signedName('Missing'), name)).toBe(
    'Type only a name: letters, spaces, hyphens and apostrophes',
  )
})

test('a name on file may have brackets for a nickname, and digits', () => {
  expect(message(personName('Missing'), 'Robert (Bob)')).toBeUndefined()
  expect(message(signedName('Missing'), 'Maren Lindqvist7')).toBeUndefined()
})
