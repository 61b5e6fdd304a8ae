import { expect, test } from 'vitest'
import { whoMoved } from './whoMoved.ts'

test('a signature is attributed to the patient, and a change without a user never to a colleague', () => {
  expect(whoMoved({ to: 'consent_signed', changedBy: null })).toBe('The patient')
  expect(whoMoved({ to: 'consent_signed', changedBy: { firstName: 'Ana', lastName: 'Ruiz' } })).toBe(
    'Ana Ruiz',
  )
  expect(whoMoved({ to: 'pending_consent' })).toBe('The patient or the system')
})
