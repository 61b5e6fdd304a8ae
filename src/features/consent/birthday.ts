/**
 * The date from a form with three fields, as YYYY-MM-DD. Empty if nothing was typed; an invalid date is
 * returned as typed.
 */
export function typedBirthday(data: FormData): string {
  const [year, month, day] = ['year', 'month', 'day'].map((name) => String(data.get(name) ?? '').trim())
  if (!year && !month && !day) return ''
  return `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
}
