/** Excel needs this mark to read the file as UTF-8. */
export const CSV_MARK = '\ufeff'

/**
 * Spreadsheets run cells that begin like this as formulas (OWASP, "CSV Injection"). A leading apostrophe
 * makes them text. East Asian spreadsheets treat the wide forms alike.
 */
const formula = /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

// With quotes, a cell stays whole even in spreadsheets that split at semicolons or tabs.
const needsQuotes = /[",;\t\r\n]/

/** Formats a cell by RFC 4180, never as a formula. Objects become JSON. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const safe = formula.test(text) ? `'${text}` : text
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line with its line break. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`
