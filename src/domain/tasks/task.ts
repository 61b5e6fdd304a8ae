import { Failure } from '../errors.ts'

export const taskStatuses = ['pending', 'in_progress', 'completed', 'cancelled'] as const
export type TaskStatus = (typeof taskStatuses)[number]

export const taskPriorities = ['low', 'normal', 'high', 'urgent'] as const
export type TaskPriority = (typeof taskPriorities)[number]

/** Tasks somebody still has to do. */
export const openTaskStatuses = ['pending', 'in_progress'] as const satisfies readonly TaskStatus[]

/** Tasks that nobody has to do any more. */
export const closedTaskStatuses = ['completed', 'cancelled'] as const satisfies readonly TaskStatus[]

export const isOpen = (status: TaskStatus): boolean => openTaskStatuses.some((open) => open === status)

/** From where each status can be entered: finished work can be reopened, cancelled work too, and nothing repeats. */
const enteredFrom: Record<TaskStatus, readonly TaskStatus[]> = {
  pending: ['in_progress', 'completed', 'cancelled'],
  in_progress: ['pending', 'completed', 'cancelled'],
  completed: ['pending', 'in_progress'],
  cancelled: ['pending', 'in_progress'],
}

/** Whether a task may go from one status to the other, or stay. */
export const canMoveTask = (from: TaskStatus, to: TaskStatus): boolean =>
  from === to || enteredFrom[to].includes(from)

/** Throws `conflict` where a task cannot go from one status to the other. */
export function allowTaskMove(from: TaskStatus, to: TaskStatus): void {
  if (canMoveTask(from, to)) return
  throw new Failure('conflict', `A ${from.replace('_', ' ')} task cannot become ${to.replace('_', ' ')}`)
}
