import { writtenDay } from '../imports/importDates.ts'
import { searchWords } from './search.ts'

const writtenDate =
  /(?<![\w.-])(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})|[a-z]{3,9}\.?\s+\d{1,2},?\s+\d{4}|\d{1,2}\s+[a-z]{3,9}\.?,?\s+\d{4})(?![\w.-])/gi

/** At least seven digits, with what people write between them. */
const writtenPhone = /(?<![\w@.])[+(]{0,2}\d[\d\s().-]{5,}\d(?![\w@])/g

const twoDigitYear = /^(\d{1,2}[-/.]\d{1,2}[-/.])(\d{2})$/

/** YYYY-MM-DD, or YY-MM-DD, which also finds the date; `null` if there is no such day. Months come before days. */
function searchedDay(written: string): string | null {
  const short = twoDigitYear.exec(written)
  return short
    ? (writtenDay(`${short[1]}20${short[2]}`, 'mdy')?.slice(2) ?? null)
    : writtenDay(written, 'mdy')
}

/** The digits of a phone number without the code of the United States. */
export const phoneDigits = (written: string): string =>
  written.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')

const isNumber = (word: string) => /^[\d().+-]*\d[\d().+-]*$/.test(word)

/**
 * What `patients.search_text` must contain for a patient to match: words of the name in any order, parts of the e-mail
 * address and of identifiers, digits of the phone number, and dates of birth as YYYY-MM-DD.
 */
export function patientSearchWords(text: string): string[] {
  const days: string[] = []
  const rest = text
    .replaceAll(writtenDate, (written) => {
      const day = searchedDay(written)
      if (day) days.push(day)
      return day ? ' ' : written
    })
    .replaceAll(writtenPhone, (written) => ` ${phoneDigits(written)} `)
  return [...days, ...searchWords(rest).map((word) => (isNumber(word) ? word.replaceAll(/\D/g, '') : word))]
}
