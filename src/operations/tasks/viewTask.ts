import * as z from 'zod/mini'
import { notFound } from '#domain/errors.ts'
import { identifier, isUuid } from '#domain/text.ts'
import type { Prisma, Task } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { tasksVisibleTo } from './visibleTasks.ts'

/** Returns one task. */
export function viewTask(
  ctx: OperationContext,
  raw: { taskId: string },
  selection: { include?: Prisma.TaskInclude } = {},
): Promise<Task> {
  const { taskId } = parse(z.strictObject({ taskId: identifier }), raw)
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'task.list')
    const task = isUuid(taskId)
      ? await inside.db.task.findFirst({
          ...selection,
          where: { AND: [{ id: taskId }, tasksVisibleTo(inside)] },
        })
      : null
    if (!task) throw notFound('Task', taskId)
    await audit(inside, {
      action: 'viewed',
      resourceType: 'task',
      resourceId: taskId,
      patientId: task.patientId,
    })
    return task
  })
}
