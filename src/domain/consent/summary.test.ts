import { expect, test } from 'vitest'
import { formTexts } from '../patientTexts/formTexts.ts'
import { documentText } from './document.ts'
import type { ConsentFacts } from './mergeFields.ts'
import { authorizationSummary } from './summary.ts'

const unknown = Object.fromEntries(
  Object.keys(formTexts.en.missing).map((name) => [name, null]),
) as ConsentFacts
const textOf = (facts: Partial<ConsentFacts>) =>
  documentText({ version: '', title: '', blocks: authorizationSummary({ ...unknown, ...facts }) })

test('an address of several lines is printed in one', () => {
  const text = textOf({
    'clinic.name': 'Harbor Clinic',
    'clinic.address': '20 Pier Road\nPortland, ME 04101\n',
  })
  expect(text).toContain('To revoke it, write to: Harbor Clinic, 20 Pier Road, Portland, ME 04101')
})

test('the day is the latest end, because the template may name an event that comes earlier', () => {
  expect(textOf({ ends: '90 days after the day I sign it' })).toContain(
    'Ends: at the latest 90 days after the day I sign it',
  )
  expect(textOf({ ends: null })).toContain('Ends: as stated in this form')
})
