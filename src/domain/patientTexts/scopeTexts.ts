import { type Day, dateOf, showDay } from '../dates.ts'
import { type RecordCategory, recordCategoryLabels } from '../records/categories.ts'

const firstLower = (label: string) => label.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())

const listsIn = (locale: string) => (type: 'conjunction' | 'disjunction', words: readonly string[]) =>
  new Intl.ListFormat(locale, { type }).format(words)

/** The words of a form's scope. They stand apart, because staff read the English ones too. */
export const englishScope = {
  list: listsIn('en-US'),
  showDay,
  only: (kinds: string) => `only these kinds of records: ${kinds}`,
  all: 'all records of the kinds named above',
  including: (kinds: string) => `including records about ${kinds}`,
  without: (kinds: string) => `but no records about ${kinds}`,
  noPsychotherapy: 'and no psychotherapy notes',
  dates: (dates: string) => `with service dates ${dates}`,
  between: (from: string, to: string) => `from ${from} to ${to}`,
  from: (from: string) => `from ${from} on`,
  until: (to: string) => `until ${to}`,
  categories: Object.fromEntries(
    Object.entries(recordCategoryLabels).map(([category, label]) => [category, firstLower(label)]),
  ) as Record<RecordCategory, string>,
}

export type ScopeTexts = typeof englishScope

const longDay = /* @__PURE__ */ new Intl.DateTimeFormat('es-US', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** The same in Spanish. */
export const spanishScope: ScopeTexts = {
  list: listsIn('es-US'),
  showDay: (day: Day) => longDay.format(dateOf(day)),
  only: (kinds) => `solo estos tipos de documentos: ${kinds}`,
  all: 'todos los documentos de los tipos nombrados arriba',
  including: (kinds) => `también los documentos sobre ${kinds}`,
  without: (kinds) => `pero ningún documento sobre ${kinds}`,
  noPsychotherapy: 'y ninguna nota de psicoterapia',
  dates: (dates) => `con fechas de servicio ${dates}`,
  between: (from, to) => `del ${from} al ${to}`,
  from: (from) => `desde el ${from}`,
  until: (to) => `hasta el ${to}`,
  categories: {
    visit_notes: 'notas de las citas',
    imaging: 'imágenes médicas',
    laboratory: 'resultados de laboratorio',
    medications: 'medicinas',
    billing: 'cuentas y pagos',
    mental_health: 'salud mental',
    substance_use: 'tratamiento por uso de alcohol o drogas',
    hiv: 'VIH o sida',
    psychotherapy_notes: 'notas de psicoterapia',
    other: 'otros',
  },
}
