import { type Day, dayOf, showDay } from '../dates.ts'
import {
  coverableCategories,
  isSensitive,
  type RecordCategory,
  type RecordFacts,
  recordCategoryLabels,
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

const listed = new Intl.ListFormat('en-US')
const alternatives = new Intl.ListFormat('en-US', { type: 'disjunction' })
const inWords = (categories: readonly RecordCategory[]) =>
  categories.map((category) =>
    recordCategoryLabels[category].replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()),
  )

/** What a form covers, for its text: "imaging and billing, with service dates from Jan 5, 2026". */
export function scopeInWords(scope: Scope): string {
  const { categories, sensitive } = scope
  const left = inWords(sensitiveCategories.filter((one) => !sensitive.includes(one)))
  const included = inWords(sensitive)
  const what = categories
    ? `only these kinds of records: ${listed.format(inWords(categories))}`
    : [
        'all records of the kinds named above',
        included.length > 0 && `including records about ${listed.format(included)}`,
        left.length > 0 && `but no records about ${alternatives.format(left)}`,
        'and no psychotherapy notes',
      ]
        .filter(Boolean)
        .join(', ')
  const dates = datesInWords(scope)
  return dates ? `${what}, with service dates ${dates}` : what
}

/** The records that are covered now, in short: "All records except billing". */
export function coveredInWords(scope: Scope, covered: readonly RecordCategory[]): string {
  const left = coverableCategories.filter((category) => !covered.includes(category))
  const what = scope.categories
    ? `Only ${listed.format(inWords(covered))}`
    : `All records${left.length > 0 ? ` except ${listed.format(inWords(left))}` : ''}`
  const dates = datesInWords(scope)
  return dates ? `${what}, with service dates ${dates}` : what
}

function datesInWords({ serviceFrom, serviceTo }: Scope): string {
  if (serviceFrom && serviceTo) return `from ${showDay(serviceFrom)} to ${showDay(serviceTo)}`
  if (serviceFrom) return `from ${showDay(serviceFrom)} on`
  return serviceTo ? `until ${showDay(serviceTo)}` : ''
}
