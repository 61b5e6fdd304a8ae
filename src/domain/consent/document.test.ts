import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldMessages } from '../fieldMessages.ts'
import { disclosure, documentText } from './document.ts'
import { signConsentInput } from './inputs.ts'
import { authorizationFor } from './template.ts'

const facts = {
  patientName: 'José O’Brien',
  dateOfBirth: 'Feb 29, 1980',
  dateOfInjury: null,
  clinicName: 'Test Clinic',
  attorneyName: 'Rae Okafor',
}

test('the text names who is who, and says every statement of 45 CFR 164.508(c)', () => {
  const text = documentText(authorizationFor(facts))
  for (const part of ['José O’Brien', 'born Feb 29, 1980', 'Test Clinic', 'Rae Okafor']) {
    expect(text).toContain(part)
  }
  for (const statement of [/revoke this authorization/, /do not depend on whether I sign/, /disclosed again/])
    expect(text).toMatch(statement)
  expect(text).toMatch(/ends one year after/)
})

test('what is not known is left out, never guessed', () => {
  const text = documentText(authorizationFor({ ...facts, dateOfBirth: null, attorneyName: null }))
  expect(text).not.toMatch(/born|injury of|null|undefined/)
  expect(text).toContain('The attorney who represents me')
})

test('one changed word is another text', () => {
  const other = { ...facts, patientName: 'Jose O’Brien' }
  expect(documentText(authorizationFor(facts))).not.toBe(documentText(authorizationFor(other)))
})

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
