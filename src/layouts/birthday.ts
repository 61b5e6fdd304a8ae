/** The day that a form of three fields names, as YYYY-MM-DD; empty where nothing was typed, and as it is where it is none. */
export function typedBirthday(data: FormData): string {
  const [year, month, day] = ['year', 'month', 'day'].map((name) => String(data.get(name) ?? '').trim())
  if (!year && !month && !day) return ''
  return `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
}
