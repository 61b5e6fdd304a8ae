import { expect, test } from 'vitest'
import {
  type AuthorizationFacts,
  authorizationEnd,
  type RecordClosing,
  recordsBeforeConsentChoices,
  recordsClosed,
} from './authorization.ts'
import type { Recipient, SignedAuthorization } from './recipients.ts'
import { ALL_RECORDS } from './scope.ts'

const at = (time: string) => new Date(`2026-03-01T${time}Z`)

test('an authorization closes the records at the moment it expires or is revoked', () => {
  const ends = { consentRevokedAt: null, consentExpiresAt: at('12:00:00.000') }
  expect(authorizationEnd(ends, at('11:59:59.999'))).toBeNull()
  expect(authorizationEnd(ends, at('12:00:00.000'))).toBe('expired')
  const endless = { consentRevokedAt: null, consentExpiresAt: null }
  expect(authorizationEnd(endless, at('12:00:00.000'))).toBeNull()
  expect(authorizationEnd({ ...endless, consentRevokedAt: at('00:00:00') }, at('11:00:00'))).toBe('revoked')
})

const rae = { id: 'rae', role: 'attorney', firm: 'Okafor  law' } as const
const named = (recipient: Partial<Recipient>) => ({
  requestId: 'request',
  recipients: [{ userId: null, name: null, firm: null, address: null, ...recipient }],
  scope: ALL_RECORDS,
  revoked: { recipients: [], categories: [] },
})
const lasting = { consentRevokedAt: null, consentExpiresAt: null, reviewRequestId: null }

test.for([
  ['names the attorney', named({ userId: 'rae', name: 'Rae Okafor' }), null],
  ['names the firm, in other spelling', named({ firm: 'OKAFOR LAW' }), null],
  ['names a colleague in the same firm', named({ userId: 'lee', firm: 'Okafor Law' }), 'not_named'],
  ['names an outsider in the same firm', named({ name: 'Lee Park', firm: 'Okafor Law' }), 'not_named'],
  ['names another firm', named({ firm: 'Park & Co' }), 'not_named'],
  ['names nobody', { ...named({}), recipients: [] }, 'not_named'],
] satisfies [string, SignedAuthorization, RecordClosing | null][])(
  'a signed form that %s decides, under both settings',
  ([, authorization, closing]) => {
    for (const before of recordsBeforeConsentChoices)
      expect(recordsClosed(rae, { ...lasting, authorization }, before, at('12:00:00'))).toBe(closing)
  },
)

test('before a form is signed, the setting decides for attorneys', () => {
  const unsigned = { ...lasting, authorization: null }
  expect(recordsClosed(rae, unsigned, 'open', at('12:00:00'))).toBeNull()
  expect(recordsClosed(rae, unsigned, 'closed', at('12:00:00'))).toBe('not_signed')
  expect(recordsClosed({ id: 'sam', role: 'staff' }, unsigned, 'closed', at('12:00:00'))).toBeNull()
})

test('a form that waits for a review opens nothing under either setting, and leaves an earlier one in force', () => {
  const waiting = { ...lasting, reviewRequestId: 'newer' }
  const now = at('12:00:00')
  for (const before of recordsBeforeConsentChoices) {
    const closing = (user: Parameters<typeof recordsClosed>[0], facts: Partial<AuthorizationFacts>) =>
      recordsClosed(user, { ...waiting, authorization: null, ...facts }, before, now)
    expect(closing(rae, {})).toBe('under_review')
    expect(closing(rae, { authorization: named({ name: 'Lee Park' }) })).toBe('under_review')
    expect(closing(rae, { authorization: named({ userId: 'rae' }) })).toBeNull()
    const over = { authorization: named({ userId: 'rae' }), consentRevokedAt: now }
    expect(closing(rae, over)).toBe('under_review')
    expect(closing({ id: 'sam', role: 'staff' }, {})).toBe('under_review')
    expect(closing({ id: 'sam', role: 'staff' }, { authorization: named({ userId: 'rae' }) })).toBeNull()
  }
})

test('an attorney without a firm is not covered by a form that names an empty one', () => {
  const authorization = named({ firm: '' })
  for (const firm of [null, '', undefined])
    expect(
      recordsClosed(
        { id: 'rae', role: 'attorney', ...(firm !== undefined && { firm }) },
        { ...lasting, authorization },
        'open',
        at('12:00:00'),
      ),
    ).toBe('not_named')
})
