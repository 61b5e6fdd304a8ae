import { parseDate } from '@internationalized/date'
import type { Day } from '../dates.ts'

/** The order of month and day in a file's dates. Dates with the year first are always unambiguous. */
export const dateOrders = ['mdy', 'dmy'] as const
export type DateOrder = (typeof dateOrders)[number]

/** The displayed labels. */
export const dateOrderLabel: Record<DateOrder, string> = {
  mdy: 'Month/Day/Year',
  dmy: 'Day/Month/Year',
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthOf = (word: string): number => months.indexOf(word.slice(0, 3).toLowerCase()) + 1

/** A time after the date is ignored. */
const withoutTime = (text: string): string =>
  text.trim().replace(/[T ]+\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*([ap]\.?m\.?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i, '')

type Parts = { year: number; month: number; day: number }

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const packed = /^(\d{4})(\d{2})(\d{2})$/
const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/
const monthFirst = /^([A-Za-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})$/
const dayFirst = /^(\d{1,2})[\s.-]+([A-Za-z]{3,9})[.,]?[\s-]+(\d{4})$/

/** Characters of the longest date with a time. Far longer cells would take the expressions minutes. */
const WRITTEN_MAX = 100

function partsOf(text: string, order: DateOrder): Parts | null {
  if (text.length > WRITTEN_MAX) return null
  const written = withoutTime(text)
  const [, year, month, day] = yearFirst.exec(written) ?? packed.exec(written) ?? []
  if (year) return { year: Number(year), month: Number(month), day: Number(day) }
  const [, one, other, last] = numbers.exec(written) ?? []
  if (one) {
    const [first, second] = [Number(one), Number(other)]
    return order === 'mdy'
      ? { year: Number(last), month: first, day: second }
      : { year: Number(last), month: second, day: first }
  }
  const [, name, dayOfName, yearOfName] = monthFirst.exec(written) ?? []
  if (name) return { year: Number(yearOfName), month: monthOf(name), day: Number(dayOfName) }
  const [, dayBefore, nameBehind, yearBehind] = dayFirst.exec(written) ?? []
  if (nameBehind) return { year: Number(yearBehind), month: monthOf(nameBehind), day: Number(dayBefore) }
  return null
}

const two = (value: number) => String(value).padStart(2, '0')

/** Parses a date in a file; `null` if it is invalid. A two-digit year is rejected as ambiguous. */
export function writtenDay(text: string, order: DateOrder): Day | null {
  const parts = partsOf(text, order)
  if (!parts) return null
  const day = `${parts.year}-${two(parts.month)}-${two(parts.day)}`
  try {
    return parseDate(day).toString()
  } catch {
    return null
  }
}

/** The order in which more of these dates are valid; month first if it makes no difference. */
export function guessDateOrder(texts: readonly string[]): DateOrder {
  const readable = (order: DateOrder) => texts.filter((text) => writtenDay(text, order) !== null).length
  return readable('dmy') > readable('mdy') ? 'dmy' : 'mdy'
}
