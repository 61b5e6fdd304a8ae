import { expect, test } from 'vitest'
import { judgeForm, type SealState } from './formCheck.ts'

const intact = { state: 'intact', isOurForm: true } as const
const touched = { state: 'intact', isOurForm: false } as const
const broken = { state: 'broken' } as const
const unsealed = { state: 'unsealed' } as const

const judged = (isOnFile: boolean, isOurSeal: boolean, seal: SealState) =>
  judgeForm({ isOnFile, isOurSeal, seal })

test('a file on record is ours, with any seal', () => {
  for (const seal of [intact, touched, broken, unsealed])
    for (const isOurSeal of [true, false]) expect(judged(true, isOurSeal, seal)).toBe('on_file')
})

test("another file is judged by its seal and the seal's owner", () => {
  expect(judged(false, true, intact)).toBe('sealed_by_us')
  expect(judged(false, true, touched)).toBe('altered')
  expect(judged(false, true, broken)).toBe('altered')
  expect(judged(false, false, broken)).toBe('broken')
  expect(judged(false, false, intact)).toBe('unknown')
  expect(judged(false, false, touched)).toBe('unknown')
  expect(judged(false, false, unsealed)).toBe('unknown')
})
