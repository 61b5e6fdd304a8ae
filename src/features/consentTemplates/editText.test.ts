import { expect, test } from 'vitest'
import { append, around, type Edit, insert, lines } from './editText.ts'

/** Runs an edit. Angle brackets mark the selection before and after. */
function done(marked: string, edit: (selected: { text: string; from: number; to: number }) => Edit): string {
  const from = marked.indexOf('<')
  const to = marked.indexOf('>') - 1
  const text = marked.replace(/[<>]/g, '')
  const { from: start, to: end, text: put, select } = edit({ text, from, to })
  const made = text.slice(0, start) + put + text.slice(end)
  return `${made.slice(0, select[0])}<${made.slice(...select)}>${made.slice(select[1])}`
}

test('selected text becomes bold and then plain again', () => {
  expect(done('a <b> c', (at) => around(at, '**'))).toBe('a **<b>** c')
  expect(done('a **<b>** c', (at) => around(at, '**'))).toBe('a <b> c')
  expect(done('<>', (at) => around(at, '*'))).toBe('*<>*')
})

test('lines become headings or lists, change between them, and become plain again', () => {
  expect(done('a\nb<>\nc', (at) => lines(at, 'heading'))).toBe('a\n## b<>\nc')
  expect(done('<a\n- b>', (at) => lines(at, 'numbers'))).toBe('1. a\n2. b<>')
  expect(done('<1. a\n2. b>', (at) => lines(at, 'bullets'))).toBe('- a\n- b<>')
  expect(done('<- a\n- b>', (at) => lines(at, 'bullets'))).toBe('a\nb<>')
  expect(done('<>', (at) => lines(at, 'heading'))).toBe('## <>')
})

test('a field is inserted at the cursor and a part at the end', () => {
  expect(done('I, <x>.', (at) => insert(at, '{{today}}'))).toBe('I, {{today}}<>.')
  expect(done('I<> agree.\n\n\n', (at) => append(at, '## Why'))).toBe('I agree.\n\n## Why\n<>')
  expect(done('<>', (at) => append(at, '## Why'))).toBe('## Why\n<>')
})
