import { showDay, showTime, wallClock } from '../dates.ts'

const DAY_MS = 86_400_000

/** 'today', 'tomorrow, 3:04 PM', 'Jan 5, 2026'. Midnight means the whole day, so no time is shown. */
export function showDue(dueDate: string, now: string, timeZone: string): string {
  const { day, time } = wallClock(dueDate, timeZone)
  const { day: today } = wallClock(now, timeZone)
  const away = (Date.parse(day) - Date.parse(today)) / DAY_MS
  const on = away === 0 ? 'today' : away === 1 ? 'tomorrow' : away === -1 ? 'yesterday' : showDay(day)
  return time === '00:00' ? on : `${on}, ${showTime(dueDate, timeZone)}`
}
