import { expect, test } from 'vitest'
import { withoutEndSlashes } from './text.ts'

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
