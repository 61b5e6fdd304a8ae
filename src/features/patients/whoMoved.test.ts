import { expect, test } from 'vitest'
import { whoMoved } from './whoMoved.ts'

test('a signature is the patient’s, and what nobody did who is signed in is never laid to a colleague', () => {
  expect(whoMoved({ to: 'consent_signed', changedBy: null })).toBe('The patient')
  expect(whoMoved({ to: 'consent_signed', changedBy: { firstName: 'Ana', lastName: 'Ruiz' } })).toBe(
    'Ana Ruiz',
  )
  expect(whoMoved({ to: 'pending_consent' })).toBe('The patient or the system')
})
