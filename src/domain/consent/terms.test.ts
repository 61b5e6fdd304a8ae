import { expect, test } from 'vitest'
import { ALL_RECORDS } from './scope.ts'
import { type AuthorizationTerms, missingTerms } from './terms.ts'

const nobody = { userId: null, name: null, firm: null, address: '12 Harbor Street' }
const complete: AuthorizationTerms = {
  patient: 'Maren Lindqvist',
  discloser: 'Harbor Clinic',
  recipients: [{ ...nobody, firm: 'Okafor Law' }],
  scope: ALL_RECORDS,
  purpose: 'at my request',
  ends: 'one year after the day I sign it',
}

test('complete terms lack nothing', () => {
  expect(missingTerms(complete)).toEqual({})
})

test.each<[string, Partial<AuthorizationTerms>]>([
  ['patient', { patient: ' ' }],
  ['discloser', { discloser: '' }],
  ['recipients', { recipients: [] }],
  ['recipients', { recipients: [{ ...nobody, address: null }] }],
  ['scope', { scope: { ...ALL_RECORDS, categories: [] } }],
  ['purpose', { purpose: '' }],
  ['ends', { ends: '' }],
])('terms without %s are incomplete', (field, changes) => {
  expect(Object.keys(missingTerms({ ...complete, ...changes }))).toEqual([field])
})
