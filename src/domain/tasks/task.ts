import { conflict } from '../errors.ts'

export const taskStatuses = ['pending', 'in_progress', 'completed', 'cancelled'] as const
export type TaskStatus = (typeof taskStatuses)[number]

export const taskPriorities = ['low', 'normal', 'high', 'urgent'] as const
export type TaskPriority = (typeof taskPriorities)[number]

/** The orders of the list of tasks. */
export const taskSorts = ['due', 'updated'] as const

/** Statuses of tasks that still need work. */
export const openTaskStatuses = ['pending', 'in_progress'] as const satisfies readonly TaskStatus[]

/** Statuses of finished or cancelled tasks. */
export const closedTaskStatuses = ['completed', 'cancelled'] as const satisfies readonly TaskStatus[]

export const isOpen = (status: TaskStatus): boolean => openTaskStatuses.some((open) => open === status)

/** The statuses from which each status can be entered. Completed and cancelled tasks can be reopened. */
const enteredFrom: Record<TaskStatus, readonly TaskStatus[]> = {
  pending: ['in_progress', 'completed', 'cancelled'],
  in_progress: ['pending', 'completed', 'cancelled'],
  completed: ['pending', 'in_progress'],
  cancelled: ['pending', 'in_progress'],
}

/** Whether a task may change from one status to the other or keep it. */
export const canMoveTask = (from: TaskStatus, to: TaskStatus): boolean =>
  from === to || enteredFrom[to].includes(from)

/** Throws `conflict` if a task cannot change to the status. */
export function allowTaskMove(from: TaskStatus, to: TaskStatus): void {
  if (canMoveTask(from, to)) return
  throw conflict('wrong_status', `A ${from.replace('_', ' ')} task cannot become ${to.replace('_', ' ')}`)
}
