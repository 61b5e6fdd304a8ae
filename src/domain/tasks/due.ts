import { showDay, showTime, wallClock } from '../dates.ts'
import { isOpen, type TaskStatus } from './task.ts'

const DAY_MS = 86_400_000

/** 'today', 'tomorrow, 3:04 PM', 'Jan 5, 2026'. Midnight means the whole day, so no time is shown. */
export function showDue(dueDate: string, now: string, timeZone: string): string {
  const { day, time } = wallClock(dueDate, timeZone)
  const { day: today } = wallClock(now, timeZone)
  const away = (Date.parse(day) - Date.parse(today)) / DAY_MS
  const on = away === 0 ? 'today' : away === 1 ? 'tomorrow' : away === -1 ? 'yesterday' : showDay(day)
  return time === '00:00' ? on : `${on}, ${showTime(dueDate, timeZone)}`
}

/** The groups of the task list, in order. */
export const taskGroups = ['overdue', 'today', 'later', 'done'] as const
export type TaskGroup = (typeof taskGroups)[number]

type Dated = { status: TaskStatus; dueDate?: string | null | undefined }

/**
 * The group of a task by the clinic's days. A task due earlier today is still in `today`; one without a date
 * is in `later`.
 */
export function taskGroup({ status, dueDate }: Dated, now: string, timeZone: string): TaskGroup {
  if (!isOpen(status)) return 'done'
  if (!dueDate) return 'later'
  const [due, today] = [wallClock(dueDate, timeZone).day, wallClock(now, timeZone).day]
  return due < today ? 'overdue' : due === today ? 'today' : 'later'
}
