import { expect, test } from 'vitest'
import { judgeForm, type SealState } from './formCheck.ts'

const intact = { state: 'intact', isOurForm: true, isScan: false } as const
const touched = { state: 'intact', isOurForm: false, isScan: false } as const
const scan = { ...intact, isScan: true } as const
const broken = { state: 'broken' } as const
const unsealed = { state: 'unsealed' } as const

const judged = (onFile: 'form' | 'scan' | null, isOurSeal: boolean, seal: SealState) =>
  judgeForm({ onFile, isOurSeal, seal })

test('a file on record is a form or a scan, unless its seal is broken', () => {
  for (const seal of [intact, touched, scan, unsealed])
    for (const isOurSeal of [true, false]) {
      expect(judged('form', isOurSeal, seal)).toBe('on_file')
      expect(judged('scan', isOurSeal, seal)).toBe('scan_on_file')
    }
  for (const onFile of ['form', 'scan', null] as const) {
    expect(judged(onFile, true, broken)).toBe('altered')
    expect(judged(onFile, false, broken)).toBe('broken')
  }
})

test("another file is judged by its seal and the seal's owner", () => {
  expect(judged(null, true, intact)).toBe('sealed_by_us')
  expect(judged(null, true, scan)).toBe('scan_sealed_by_us')
  expect(judged(null, true, touched)).toBe('altered')
  expect(judged(null, true, { ...touched, isScan: true })).toBe('altered')
  expect(judged(null, false, intact)).toBe('unknown')
  expect(judged(null, false, touched)).toBe('unknown')
  expect(judged(null, false, unsealed)).toBe('unknown')
})
