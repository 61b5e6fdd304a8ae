import { type Day, dayOf } from '../dates.ts'
import { englishScope, type ScopeTexts } from '../patientTexts/scopeTexts.ts'
import {
  coverableCategories,
  isSensitive,
  type RecordCategory,
  type RecordFacts,
  recordCategories,
  type SensitiveCategory,
  sensitiveCategories,
} from '../records/categories.ts'

/** Which records a form covers, as the request fixes it. */
export type Scope = {
  /** The chosen categories; `null` for all records. */
  categories: RecordCategory[] | null
  /** The sensitive categories that "all records" includes. */
  sensitive: SensitiveCategory[]
  serviceFrom: Day | null
  serviceTo: Day | null
}

/** The scope as the API answers it. */
type AnsweredScope = {
  categories?: readonly RecordCategory[] | null
  sensitive: readonly RecordCategory[]
  serviceFrom?: Day | null
  serviceTo?: Day | null
}

export const scopeOf = ({ categories, sensitive, serviceFrom, serviceTo }: AnsweredScope): Scope => ({
  categories: categories ? [...categories] : null,
  sensitive: sensitive.filter(isSensitive),
  serviceFrom: serviceFrom ?? null,
  serviceTo: serviceTo ?? null,
})

/** All records but the sensitive ones, for a sender who chooses nothing. */
export const ALL_RECORDS: Scope = { categories: null, sensitive: [], serviceFrom: null, serviceTo: null }

/** The conditions that a covered record meets. */
export type Coverage = {
  categories: readonly RecordCategory[]
  /** Whether it may have no category. */
  isUncategorized: boolean
  serviceFrom: Day | null
  serviceTo: Day | null
}

/** The conditions of a scope, without the categories that the patient has revoked since. */
export function coverageOf(scope: Scope, revoked: readonly RecordCategory[] = []): Coverage {
  const { categories, sensitive, serviceFrom, serviceTo } = scope
  const isIncluded = (category: RecordCategory) =>
    categories ? categories.includes(category) : !isSensitive(category) || sensitive.includes(category)
  return {
    categories: coverableCategories.filter((category) => isIncluded(category) && !revoked.includes(category)),
    isUncategorized: categories === null,
    serviceFrom,
    serviceTo,
  }
}

/** Whether a record meets the conditions. One that lacks what the scope limits does not. */
export function isCovered(
  { categories, isUncategorized, serviceFrom, serviceTo }: Coverage,
  { category, serviceDate }: RecordFacts,
): boolean {
  if (category === null ? !isUncategorized : !categories.includes(category)) return false
  if (serviceFrom === null && serviceTo === null) return true
  const day = serviceDate instanceof Date ? dayOf(serviceDate) : serviceDate
  return day !== null && (!serviceFrom || day >= serviceFrom) && (!serviceTo || day <= serviceTo)
}

/** What a form covers, for its text: "imaging and billing, with service dates from Jan 5, 2026". */
export function scopeInWords(scope: Scope, words: ScopeTexts = englishScope): string {
  const { categories, sensitive } = scope
  const named = (kinds: readonly RecordCategory[]) => kinds.map((kind) => words.categories[kind])
  const left = sensitiveCategories.filter((one) => !sensitive.includes(one))
  const what = categories
    ? words.only(words.list('conjunction', named(categories)))
    : [
        words.all,
        sensitive.length > 0 && words.including(words.list('conjunction', named(sensitive))),
        left.length > 0 && words.without(words.list('disjunction', named(left))),
        words.noPsychotherapy,
      ]
        .filter(Boolean)
        .join(', ')
  const dates = datesInWords(scope, words)
  return dates ? `${what}, ${words.dates(dates)}` : what
}

/** The same for staff, who do not have the text of the form before them. */
export const scopeForStaff = (scope: Scope): string =>
  scopeInWords(scope, { ...englishScope, all: 'all records of the kinds that the form names' })

const inWords = (categories: readonly RecordCategory[]) =>
  englishScope.list(
    'conjunction',
    categories.map((category) => englishScope.categories[category]),
  )

/** The records that are covered now, in short: "All records except billing". */
export function coveredInWords(scope: Scope, covered: readonly RecordCategory[]): string {
  const left = recordCategories.filter((category) => !covered.includes(category))
  const what = scope.categories ? `Only ${inWords(covered)}` : `All records except ${inWords(left)}`
  const dates = datesInWords(scope, englishScope)
  return dates ? `${what}, with service dates ${dates}` : what
}

function datesInWords({ serviceFrom, serviceTo }: Scope, words: ScopeTexts): string {
  const from = serviceFrom && words.showDay(serviceFrom)
  const to = serviceTo && words.showDay(serviceTo)
  if (from && to) return words.between(from, to)
  if (from) return words.from(from)
  return to ? words.until(to) : ''
}
