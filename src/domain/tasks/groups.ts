import { wallClock } from '../dates.ts'
import { isOpen, type TaskStatus } from './task.ts'

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
