import type * as z from 'zod/mini'
import { clinicDay, endOfDay, startOfDay } from '#domain/dates.ts'
import type { taskListInput } from '#domain/tasks/inputs.ts'
import { closedTaskStatuses, openTaskStatuses } from '#domain/tasks/task.ts'
import type { Prisma } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { matchingTasks } from './listTasks.ts'

/** The number of tasks in each group of the list, up to `TASK_COUNT_MAX` each. */
export type TaskCounts = { overdue: number; today: number; later: number; done: number; isExact: boolean }

/** The count stops here. No user pages further, and counting a million rows is slow for everyone. */
export const TASK_COUNT_MAX = 10_000

/**
 * Counts the requested tasks by group, using the clinic's days, whether open or done. Contains no patient
 * data.
 */
export function countTasks(
  ctx: OperationContext,
  filters: Omit<z.output<typeof taskListInput>, 'open'>,
): Promise<TaskCounts> {
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'task.list')
    const { timeZone } = inside
    const day = clinicDay(inside.now(), timeZone)
    const [begins, ends] = [startOfDay(day, timeZone), endOfDay(day, timeZone)]
    const count = (group: Prisma.TaskWhereInput) =>
      inside.db.task.count({
        where: { AND: [...matchingTasks(inside, { ...filters, open: null }), group] },
        take: TASK_COUNT_MAX + 1,
      })
    const open = { status: { in: [...openTaskStatuses] } }
    const overdue = await count({ ...open, dueOrder: { lt: begins } })
    const today = await count({ ...open, dueOrder: { gte: begins, lt: ends } })
    const later = await count({ ...open, dueOrder: { gte: ends } })
    const done = await count({ status: { in: [...closedTaskStatuses] } })
    const shown = (found: number) => Math.min(found, TASK_COUNT_MAX)
    return {
      overdue: shown(overdue),
      today: shown(today),
      later: shown(later),
      done: shown(done),
      isExact: Math.max(overdue, today, later, done) <= TASK_COUNT_MAX,
    }
  })
}
