import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { recordCategories } from '../records/categories.ts'
import {
  ALL_RECORDS,
  coverageOf,
  coveredInWords,
  isCovered,
  type Scope,
  scopeForStaff,
  scopeInWords,
} from './scope.ts'
import { PSYCHOTHERAPY_APART, scopeInput } from './scopeInput.ts'

const scope = (changes: Partial<Scope>): Scope => ({ ...ALL_RECORDS, ...changes })
const covered = (of: Scope, serviceDate: string | null = null) =>
  [null, ...recordCategories].filter((category) => isCovered(coverageOf(of), { category, serviceDate }))

describe('a form for all records', () => {
  test('covers records without a category, but no sensitive ones', () => {
    expect(covered(ALL_RECORDS)).toEqual([
      null,
      ...['visit_notes', 'imaging', 'laboratory', 'medications', 'billing', 'mental_health', 'other'],
    ])
  })

  test('covers the sensitive records that it lists', () => {
    const listed = covered(scope({ sensitive: ['hiv'] }))
    expect([listed.includes('hiv'), listed.includes('substance_use')]).toEqual([true, false])
  })
})

test('a form for some categories covers only these, and no record without one', () => {
  expect(covered(scope({ categories: ['imaging', 'hiv'] }))).toEqual(['imaging', 'hiv'])
})

test('no form covers psychotherapy notes', () => {
  expect(covered(scope({ categories: ['psychotherapy_notes'] }))).toEqual([])
})

test.each([
  [{ serviceFrom: '2026-01-05' }, '2026-01-04', false],
  [{ serviceFrom: '2026-01-05' }, '2026-01-05', true],
  [{ serviceTo: '2026-01-05' }, '2026-01-05', true],
  [{ serviceTo: '2026-01-05' }, '2026-01-06', false],
  [{ serviceFrom: '2026-01-05' }, null, false],
  [{}, null, true],
])('with the service dates %j, a record of %s is covered: %s', (dates, serviceDate, isIn) => {
  expect(isCovered(coverageOf(scope(dates)), { category: 'imaging', serviceDate })).toBe(isIn)
})

test('a category that the patient has revoked is no longer covered', () => {
  const coverage = coverageOf(ALL_RECORDS, ['imaging'])
  expect(isCovered(coverage, { category: 'imaging', serviceDate: null })).toBe(false)
  expect(isCovered(coverage, { category: 'billing', serviceDate: null })).toBe(true)
  expect(isCovered(coverage, { category: null, serviceDate: null })).toBe(true)
})

test('staff, who do not see the text of the form, read that it names the kinds', () => {
  expect(scopeForStaff(ALL_RECORDS)).toMatch(/^all records of the kinds that the form names, but no records/)
})

test.each<[Partial<Scope>, string]>([
  [
    {},
    'all records of the kinds named above, but no records about substance use treatment or HIV or AIDS, and no psychotherapy notes',
  ],
  [
    { sensitive: ['hiv', 'substance_use'] },
    'all records of the kinds named above, including records about HIV or AIDS and substance use treatment, and no psychotherapy notes',
  ],
  [{ categories: ['imaging', 'billing'] }, 'only these kinds of records: imaging and billing'],
  [
    { categories: ['imaging'], serviceFrom: '2026-01-05', serviceTo: '2026-02-01' },
    'only these kinds of records: imaging, with service dates from Jan 5, 2026 to Feb 1, 2026',
  ],
  [
    { categories: ['hiv'], serviceTo: '2026-02-01' },
    'only these kinds of records: HIV or AIDS, with service dates until Feb 1, 2026',
  ],
])('the scope %j is stated in words', (changes, words) => {
  expect(scopeInWords(scope(changes))).toBe(words)
})

const problemOf = (input: unknown) => z.safeParse(scopeInput, input).error?.issues[0]?.message

test.each([
  [{ categories: [] }, 'Choose at least one category'],
  [{ categories: ['x-rays'] }, 'Choose categories from the list'],
  [{ categories: ['imaging', 'psychotherapy_notes'] }, PSYCHOTHERAPY_APART],
  [{ sensitive: ['imaging'] }, 'Only sensitive categories can be added to all records'],
  [{ serviceFrom: 'May' }, 'Enter a date like 2026-11-23'],
  [
    { serviceFrom: '2026-02-01', serviceTo: '2026-01-01' },
    'The first service date must not be after the last one',
  ],
])('the scope %j is refused: %s', (input, message) => {
  expect(problemOf(input)).toBe(message)
})

test('a scope is stored in one order, and chosen categories need no sensitive list', () => {
  expect(z.parse(scopeInput, { categories: ['billing', 'imaging', 'billing'], sensitive: ['hiv'] })).toEqual({
    ...ALL_RECORDS,
    categories: ['imaging', 'billing'],
  })
})

test.each<[Partial<Scope>, string]>([
  [{ sensitive: ['hiv'] }, 'All records except billing, substance use treatment, and psychotherapy notes'],
  [
    { categories: ['imaging', 'billing'], serviceFrom: '2026-01-05' },
    'Only imaging, with service dates from Jan 5, 2026 on',
  ],
])('after billing was revoked, %j is shown in short', (changes, words) => {
  const { categories } = coverageOf(scope(changes), ['billing'])
  expect(coveredInWords(scope(changes), categories)).toBe(words)
})
