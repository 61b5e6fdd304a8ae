import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { requiredLine } from '#domain/text.ts'
import { charactersIn } from './charactersIn.ts'

test('the counter next to a field counts like its limit', () => {
  const isTaken = (text: string) => z.safeParse(requiredLine('Say something', 40), text).success
  for (const sign of ['a', '👍', 'é', 'e\u0301', '👩‍👩‍👧‍👦']) {
    const most = Math.floor(40 / charactersIn(sign))
    expect(isTaken(sign.repeat(most))).toBe(true)
    expect(isTaken(sign.repeat(most + 1))).toBe(false)
  }
})
