import { expect, test } from 'vitest'
import { whoMoved } from './whoMoved.ts'

test('a signature is attributed to the signer, and a change without a user never to a colleague', () => {
  expect(whoMoved({ to: 'consent_signed', changedBy: null })).toBe('The signer')
  expect(whoMoved({ to: 'consent_signed', changedBy: { firstName: 'Ana', lastName: 'Ruiz' } })).toBe(
    'Ana Ruiz',
  )
  expect(whoMoved({ to: 'pending_consent' })).toBe('Someone with a link, or the system')
})
