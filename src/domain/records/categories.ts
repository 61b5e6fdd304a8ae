/** The standard kinds of medical records. A record without one has no category. */
export const recordCategories = [
  'visit_notes',
  'imaging',
  'laboratory',
  'medications',
  'billing',
  'mental_health',
  'substance_use',
  'hiv',
  'psychotherapy_notes',
  'other',
] as const
export type RecordCategory = (typeof recordCategories)[number]

export const recordCategoryLabels: Record<RecordCategory, string> = {
  visit_notes: 'Visit notes',
  imaging: 'Imaging',
  laboratory: 'Laboratory results',
  medications: 'Medications',
  billing: 'Billing',
  mental_health: 'Mental health',
  substance_use: 'Substance use treatment',
  hiv: 'HIV or AIDS',
  psychotherapy_notes: 'Psychotherapy notes',
  other: 'Other',
}

/**
 * Categories that "all records" does not include unless the form lists them: a release of substance use treatment records
 * must describe them explicitly (42 CFR 2.31), and most states require the same for HIV.
 */
export const sensitiveCategories = ['substance_use', 'hiv'] as const
export type SensitiveCategory = (typeof sensitiveCategories)[number]

export const isSensitive = (category: RecordCategory): category is SensitiveCategory =>
  (sensitiveCategories as readonly string[]).includes(category)

/**
 * A form for psychotherapy notes cannot cover anything else (45 CFR 164.508(b)(3)(ii)), and one form governs a patient's
 * records. So no form covers them here: they are forwarded on another legal basis, with the separate form as reference.
 */
export const isNeverCovered = (category: RecordCategory): boolean => category === 'psychotherapy_notes'

/** The categories that a form can cover. */
export const coverableCategories: readonly RecordCategory[] = recordCategories.filter(
  (category) => !isNeverCovered(category),
)

/** What decides whether a form covers a record. */
export type RecordFacts = { category: RecordCategory | null; serviceDate: Date | string | null }
