import { expect, test } from 'vitest'
import { guessDateOrder, writtenDay } from './importDates.ts'

test('a date with a long time is parsed', () => {
  expect(writtenDay('September 30, 2025 12:00:00.123456 a.m. +05:30', 'mdy')).toBe('2025-09-30')
})

test.each(['T', ' ', '1 ', '-'])('a cell of %j over and over is no date, and takes no time', (part) => {
  const cell = `1${part.repeat(99_000)}x`
  expect([writtenDay(cell, 'mdy'), guessDateOrder([cell])]).toEqual([null, 'mdy'])
})
