import type * as z from 'zod/mini'
import { taskListInput } from '#domain/tasks/inputs.ts'
import { openTaskStatuses } from '#domain/tasks/task.ts'
import type { Prisma, Task } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { type Page, type PageArgs, readPage } from '../paging.ts'
import { tasksVisibleTo } from './visibleTasks.ts'

/** Tasks that exist for the actor, by due date and then priority; those without a date come last. */
export function listTasks(
  ctx: OperationContext,
  raw: z.input<typeof taskListInput>,
  page: PageArgs,
  selection: { include?: Prisma.TaskInclude } = {},
): Promise<Page<Task>> {
  const { open } = parse(taskListInput, raw)
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'task.list')
    const where: Prisma.TaskWhereInput = {
      AND: [tasksVisibleTo(inside.actor), open ? { status: { in: [...openTaskStatuses] } } : {}],
    }
    const found = await readPage(
      page,
      [
        { field: 'dueOrder', direction: 'asc', kind: 'instant' },
        { field: 'urgency', direction: 'desc', kind: 'number' },
        { field: 'id', direction: 'asc', kind: 'key' },
      ],
      (query) => inside.db.task.findMany({ ...selection, ...query, where: { AND: [where, query.where] } }),
    )
    await auditListed(inside, 'task', { filters: open ? ['open'] : [], count: found.rows.length })
    return found
  })
}
