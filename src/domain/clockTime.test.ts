import { expect, test } from 'vitest'
import { clockAt, minutesOf, readClockTime, showClockTime } from './clockTime.ts'

test.each([
  ['930', '09:30'],
  ['0930', '09:30'],
  ['9:30a', '09:30'],
  ['9:30 AM', '09:30'],
  ['9.30', '09:30'],
  ['9 30', '09:30'],
  ['14', '14:00'],
  ['9', '09:00'],
  ['2pm', '14:00'],
  ['2 p.m.', '14:00'],
  ['230p', '14:30'],
  ['12a', '00:00'],
  ['12 pm', '12:00'],
  ['1215am', '00:15'],
  ['1430', '14:30'],
  ['00:00', '00:00'],
  ['23:59', '23:59'],
  ['  9:30 ', '09:30'],
])('%j is the time %s', (text, time) => {
  expect(readClockTime(text)).toBe(time)
})

test.each([
  '',
  'noonish',
  '25',
  '24:00',
  '9:60',
  '9:3',
  '13pm',
  '0am',
  '930 oclock',
  '12345',
  '-9',
  '9:30:00',
])('%j is not a time', (text) => {
  expect(readClockTime(text)).toBeNull()
})

test('every minute of a day survives being shown and typed again', () => {
  for (let minute = 0; minute < 1440; minute += 1) {
    const time = clockAt(minute)
    expect(minutesOf(time)).toBe(minute)
    expect(readClockTime(showClockTime(time))).toBe(time)
  }
})
