/** What Excel needs to read the rest as UTF-8. */
export const CSV_MARK = '\ufeff'

/**
 * A spreadsheet takes a cell that begins so for a formula and runs it (OWASP, "CSV Injection"); the apostrophe in front
 * makes it text. The wide forms are those that spreadsheets of East Asia take for the same signs.
 */
const formula = /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

const needsQuotes = /[",\r\n]/

/** One cell as RFC 4180 has it, and never a formula; a thing is written as its JSON. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const safe = formula.test(text) ? `'${text}` : text
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line with its end. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`
