import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldMessages } from '../fieldMessages.ts'
import { describePaperConsentInput, signConsentInput } from './signingInputs.ts'

test('a signature needs a name and the checked box, with messages', () => {
  const parsed = z.safeParse(signConsentInput, {
    secret: 'x',
    signerName: ' ',
    agreesToSignElectronically: false,
  })
  expect(parsed.success ? {} : fieldMessages(parsed.error)).toEqual({
    signerName: 'Type your full name to sign',
    agreesToSignElectronically: 'Check the box to agree to sign electronically',
  })
})

test('a name cannot contain invisible characters or ones that reverse the text', () => {
  const hidden = [
    'Maren\u202e',
    '\u2066Maren\u2069 Lind',
    'Maren\nLind',
    'Maren\u2028Lind',
    'Maren\u001b[2J',
    'Ma\u0085ren',
  ]
  const message = 'Remove the characters that cannot be seen'
  const messagesOf = (signerName: string) => {
    const parsed = z.safeParse(signConsentInput, { secret: 'x', signerName })
    return parsed.success ? {} : fieldMessages(parsed.error)
  }
  for (const name of hidden) {
    expect(messagesOf(name)).toEqual({ signerName: message })
    const paper = z.safeParse(describePaperConsentInput, { signedOn: '2026-01-02', witnessName: name })
    expect(paper.success ? {} : fieldMessages(paper.error)).toEqual({ witnessName: message })
  }
  for (const name of [' Maren Lindqvist\n', 'Zoë d’Arc-Núñez', 'نور الهدى', '山田 太郎', 'می‌نا'])
    expect(messagesOf(name)).toEqual({})
})
