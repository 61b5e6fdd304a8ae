import type * as z from 'zod/mini'
import { taskListInput } from '#domain/tasks/inputs.ts'
import { closedTaskStatuses, openTaskStatuses } from '#domain/tasks/task.ts'
import { isUuid } from '#domain/text.ts'
import type { Prisma, Task } from '#infra/prisma/client.ts'
import { filterNames } from '../audit/auditFilters.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { type Page, type PageArgs, readPage, type SortColumn } from '../paging.ts'
import { tasksVisibleTo } from './visibleTasks.ts'

export type TaskListInput = z.input<typeof taskListInput>
type TaskFilters = z.output<typeof taskListInput>

/** A page of tasks and the filter, which `countTasks` uses. */
export type TaskPage = Page<Task> & { filters: TaskFilters }

/**
 * Returns the page of tasks visible to the actor, by due date and then priority; tasks without a date come
 * last. Closed tasks are sorted by their last change, newest first, unless another order is requested.
 */
export function listTasks(
  ctx: OperationContext,
  raw: TaskListInput,
  page: PageArgs,
  selection: { include?: Prisma.TaskInclude } = {},
): Promise<TaskPage> {
  const filters = parse(taskListInput, raw)
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'task.list')
    const where = matchingTasks(inside, filters)
    const found = await readPage(page, orderOf(filters), (query) =>
      inside.db.task.findMany({ ...selection, ...query, where: { AND: [...where, query.where] } }),
    )
    await auditListed(inside, 'task', {
      filters: filterNames({ ...filters, sort: null }),
      count: found.rows.length,
      patientIds: found.rows.map(({ node }) => node.patientId),
      page: { asked: filters, args: page, found },
      firstPatients: (take) => firstPatients(inside, filters, take),
      ...(filters.patientId && isUuid(filters.patientId) && { patientId: filters.patientId }),
    })
    return { ...found, filters }
  })
}

/** The patients of the first tasks that `countTasks` counts, which covers open and done ones. */
async function firstPatients(
  ctx: OperationContext,
  filters: TaskFilters,
  take: number,
): Promise<(string | null)[]> {
  const AND = matchingTasks(ctx, { ...filters, open: null })
  const tasks = await ctx.db.task.findMany({ where: { AND }, select: { patientId: true }, take })
  return tasks.map(({ patientId }) => patientId)
}

const byDueDate: SortColumn[] = [
  { field: 'dueOrder', direction: 'asc', kind: 'instant' },
  { field: 'urgency', direction: 'desc', kind: 'number' },
  { field: 'id', direction: 'asc', kind: 'key' },
]

const byChange = (direction: SortColumn['direction']): SortColumn[] => [
  { field: 'updatedAt', direction, kind: 'instant' },
  { field: 'id', direction, kind: 'key' },
]

function orderOf({ open, sort }: TaskFilters): SortColumn[] {
  if (sort === 'updated') return byChange('asc')
  return open === false && sort !== 'due' ? byChange('desc') : byDueDate
}

/** The filter for tasks that are visible to the actor and requested. */
export const matchingTasks = (
  ctx: OperationContext,
  { open, status, assignedTo, patientId, updatedSince }: TaskFilters,
): Prisma.TaskWhereInput[] => [
  tasksVisibleTo(ctx),
  open == null ? {} : { status: { in: open ? [...openTaskStatuses] : [...closedTaskStatuses] } },
  status ? { status } : {},
  assignedTo ? { assignedToId: keyed(assignedTo) } : {},
  patientId ? { patientId: keyed(patientId) } : {},
  updatedSince ? { updatedAt: { gte: updatedSince } } : {},
]

/** A malformed ID matches nothing. */
const keyed = (id: string) => (isUuid(id) ? id : { in: [] })
