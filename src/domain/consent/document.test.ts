import { expect, test } from 'vitest'
import { noticeTexts } from '../patientTexts/noticeTexts.ts'

test('the notice says that paper is free and that consent can be withdrawn (15 USC 7001(c))', () => {
  const notice = noticeTexts.en.paragraphs.join(' ')
  expect(notice).toMatch(/on paper, free of charge/)
  expect(notice).toMatch(/withdraw/)
})
