import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldMessages } from '../fieldMessages.ts'
import { signConsentInput } from './signingInputs.ts'

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
