import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldMessages } from '../fieldMessages.ts'
import { disclosure } from './document.ts'
import { signConsentInput } from './inputs.ts'

test('the notice says that paper is free and consent can be withdrawn (15 USC 7001(c))', () => {
  const notice = disclosure.paragraphs.join(' ')
  expect(notice).toMatch(/on paper, free of charge/)
  expect(notice).toMatch(/withdraw/)
})

test('a signature needs a name and the box, in words', () => {
  const parsed = z.safeParse(signConsentInput, {
    secret: 'x',
    signerName: ' ',
    agreesToSignElectronically: false,
  })
  expect(parsed.success ? {} : fieldMessages(parsed.error)).toEqual({
    signerName: 'Type your full name to sign',
    agreesToSignElectronically: 'Tick the box to agree to sign electronically',
  })
})
