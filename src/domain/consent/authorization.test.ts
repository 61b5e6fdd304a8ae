import { expect, test } from 'vitest'
import { recordsClosed } from './authorization.ts'

const at = (time: string) => new Date(`2026-03-01T${time}Z`)

test('an authorization closes the records at the moment it expires or is revoked', () => {
  const ends = { consentRevokedAt: null, consentExpiresAt: at('12:00:00.000') }
  expect(recordsClosed(ends, at('11:59:59.999'))).toBeNull()
  expect(recordsClosed(ends, at('12:00:00.000'))).toBe('expired')
  const endless = { consentRevokedAt: null, consentExpiresAt: null }
  expect(recordsClosed(endless, at('12:00:00.000'))).toBeNull()
  expect(recordsClosed({ ...endless, consentRevokedAt: at('00:00:00') }, at('11:00:00'))).toBe('revoked')
})
