import { expect, test } from 'vitest'
import { patientSearchWords } from './patientSearch.ts'

test.each<[string, string[]]>([
  ['Doyle, Maeve', ['doyle', 'maeve']],
  ['maeve DOYLE', ['maeve', 'doyle']],
  ['O’Brien-Nakamura', ['o’brien-nakamura']],
  ['m.doyle@example.test', ['m.doyle@example.test']],
  ['smith2', ['smith2']],
])('%s is searched by name or e-mail address', (text, words) => {
  expect(patientSearchWords(text)).toEqual(words)
})

test.each([
  '(628) 555-0154',
  '628.555.0154',
  '628 555 0154',
  '6285550154',
  '+1 628 555 0154',
  '1-628-555-0154',
])('%s is searched as the digits of a phone number', (text) => {
  expect(patientSearchWords(text)).toEqual(['6285550154'])
})

test.each([
  ['555-0154', '5550154'],
  ['0154', '0154'],
  ['555-01', '55501'],
])('%s is searched as the part %s of a phone number', (text, digits) => {
  expect(patientSearchWords(text)).toEqual([digits])
})

test.each([
  '6/4/1991',
  '06/04/1991',
  '6-4-1991',
  '6.4.1991',
  '1991-06-04',
  '1991/6/4',
  'Jun 4, 1991',
  'june 4 1991',
  '4 Jun 1991',
])('%s is searched as a date of birth', (text) => {
  expect(patientSearchWords(text)).toEqual(['1991-06-04'])
})

test('a year of two digits finds both centuries', () => {
  expect(patientSearchWords('6/4/91')).toEqual(['91-06-04'])
})

test('a name, a date and a part of a phone number can be combined', () => {
  expect(patientSearchWords('Doyle 6/4/1991 0154')).toEqual(['1991-06-04', 'doyle', '0154'])
})

test('a date that does not exist is searched as it is written', () => {
  expect(patientSearchWords('13/45/1991')).toEqual(['13/45/1991'])
})

test('no text takes long', () => {
  const began = performance.now()
  for (const text of ['1 '.repeat(100), '('.repeat(200), '1.'.repeat(100), 'a '.repeat(100)])
    patientSearchWords(text)
  expect(performance.now() - began).toBeLessThan(100)
})
