import { expect, test } from 'vitest'
import { ALL_RECORDS, coverageOf } from '#domain/consent/scope.ts'
import { type Form, preselectionFor } from './preselection.ts'

const rae = { id: 'rae', firm: 'Okafor Law' }
const tom = { id: 'tom', firm: 'Abara Law' }
const named = ({ id, firm }: typeof rae) => ({ userId: id, name: id, firm, address: null })
const firmOf = ({ firm }: typeof rae) => ({ userId: null, name: null, firm, address: null })
const lee = { userId: null, name: 'Lee Park', firm: null, address: null }

const records = [
  { id: 'mri', category: 'imaging', serviceDate: '2025-11-03' },
  { id: 'bill', category: 'billing', serviceDate: '2025-11-03' },
  { id: 'hiv', category: 'hiv', serviceDate: '2025-11-03' },
  { id: 'undated', category: 'imaging', serviceDate: null },
  { id: 'unsorted', category: null, serviceDate: null },
] as const

const form: Form = { recipients: [named(rae)], coverage: coverageOf(ALL_RECORDS), purpose: 'my claim' }
const chosen = (changes: Partial<Form>, assignedId?: string) =>
  preselectionFor({ ...form, ...changes }, records, [tom, rae], assignedId)

test('a forwarding begins with the records, the recipient and the purpose of the signed form', () => {
  expect(chosen({})).toEqual({
    recordIds: ['mri', 'bill', 'undated', 'unsorted'],
    recipientId: 'rae',
    purpose: 'my claim',
  })
  const imaging = { ...ALL_RECORDS, categories: ['imaging' as const], serviceFrom: '2025-01-01' }
  expect(chosen({ coverage: coverageOf(imaging) }).recordIds).toEqual(['mri'])
  expect(chosen({ coverage: coverageOf(ALL_RECORDS, ['billing']) }).recordIds).not.toContain('bill')
  expect(chosen({ purpose: null }).purpose).toBe('')
})

test('the recipient is the assigned attorney only if the form names them, or else the first one named in person', () => {
  expect(chosen({ recipients: [named(rae), named(tom)] }, 'tom').recipientId).toBe('tom')
  expect(chosen({ recipients: [firmOf(tom)] }, 'tom').recipientId).toBe('tom')
  expect(chosen({ recipients: [lee, named(rae)] }, 'tom').recipientId).toBe('rae')
  expect(chosen({ recipients: [lee, firmOf(rae)] }, 'tom').recipientId, 'any user of the firm').toBe('')
  expect(chosen({ recipients: [{ ...named(rae), userId: 'left' }] }, 'left').recipientId, 'inactive').toBe('')
})

test('without a form in force, nothing is chosen', () => {
  expect(preselectionFor(null, records, [tom, rae], 'tom')).toEqual({
    recordIds: [],
    recipientId: '',
    purpose: '',
  })
})
