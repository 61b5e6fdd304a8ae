import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differences } from './textDifferences.ts'

const only = (kind: 'added' | 'removed', before: string, after: string) =>
  differences(before, after)
    .filter((part) => part.kind === 'same' || part.kind === kind)
    .map(({ text }) => text)
    .join('')

test('a changed word is shown as that word', () => {
  expect(differences('I agree to this.', 'I agree to that.')).toEqual([
    { kind: 'same', text: 'I agree to ' },
    { kind: 'removed', text: 'this' },
    { kind: 'added', text: 'that' },
    { kind: 'same', text: '.' },
  ])
})

test('a rewritten sentence is shown as replaced, not as scattered words', () => {
  expect(differences('Authorization for Release of Information', 'Release to My Attorney')).toEqual([
    { kind: 'removed', text: 'Authorization for Release of Information' },
    { kind: 'added', text: 'Release to My Attorney' },
  ])
})

test('a removed line leaves the lines around it unchanged', () => {
  expect(differences('a\n\nb\n\nc', 'a\n\nc')).toEqual([
    { kind: 'same', text: 'a\n\n' },
    { kind: 'removed', text: 'b\n\n' },
    { kind: 'same', text: 'c' },
  ])
})

test('both texts can be restored from the difference', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', ' ', '\n', '.', 'ab', '{{', 'é'))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(only('removed', before, after)).toBe(before)
      expect(only('added', before, after)).toBe(after)
    }),
  )
})

test('two long texts with nothing in common are shown as replaced', () => {
  const words = (word: string) => Array.from({ length: 1500 }, (_, at) => `${word}${at}`).join(' ')
  expect(differences(words('a'), words('b')).map(({ kind }) => kind)).toEqual(['removed', 'added'])
})
