import { wallClock } from '../dates.ts'
import { isOpen, type TaskStatus } from './task.ts'

/** The groups of the task list, in its order. */
export const taskGroups = ['overdue', 'today', 'later', 'done'] as const
export type TaskGroup = (typeof taskGroups)[number]

type Dated = { status: TaskStatus; dueDate?: string | null | undefined }

/** Where a task stands, by the clinic's days: what is due earlier today is still for today. Without a date it is for later. */
export function taskGroup({ status, dueDate }: Dated, now: string, timeZone: string): TaskGroup {
  if (!isOpen(status)) return 'done'
  if (!dueDate) return 'later'
  const [due, today] = [wallClock(dueDate, timeZone).day, wallClock(now, timeZone).day]
  return due < today ? 'overdue' : due === today ? 'today' : 'later'
}
