import { expect, test } from 'vitest'
import { csvCell, csvLine } from './csv.ts'

test.each([
  '=1+1',
  '+1 555 0100',
  '-2',
  '@SUM(A1)',
  '\tx',
  '\rx',
  ' =1+1',
  '\n=1',
  '＝1+1',
  '＠x',
  '=cmd|" /C calc"!A0',
])('%j becomes text in a spreadsheet, not a formula', (text) => {
  expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/)
})

test('quotes, commas and line breaks stay within their cell', () => {
  expect(csvLine(['a "b"', 'c,d', 'e\nf', 'g\r\nh', 'plain'])).toBe(
    '"a ""b""","c,d","e\nf","g\r\nh",plain\r\n',
  )
})

test('a spreadsheet that splits at semicolons or tabs finds no formula within a cell', () => {
  expect(csvCell('a;=1+1')).toBe('"a;=1+1"')
  expect(csvCell('a\t=1+1')).toBe('"a\t=1+1"')
})

test('names in every script stay unchanged', () => {
  const names = ['Ólafur Þór', '李小龍', 'محمد', 'שרה', 'Đặng', '👩‍⚕️']
  expect(csvLine(names)).toBe(`${names.join(',')}\r\n`)
})

test('null is an empty cell, numbers stay numbers, and objects become JSON', () => {
  expect(csvLine([null, undefined, '', -3, true, { fields: ['email'] }])).toBe(
    ',,,-3,true,"{""fields"":[""email""]}"\r\n',
  )
})
