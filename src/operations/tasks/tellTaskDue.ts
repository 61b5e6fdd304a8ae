import { openTaskStatuses } from '#domain/tasks/task.ts'
import type { Task } from '#infra/prisma/client.ts'
import { alertTask } from '../alerts/alertTask.ts'
import { audit } from '../audit.ts'
import type { Visit } from '../context.ts'
import { enqueue } from '../enqueue.ts'
import { inTransaction } from '../operation.ts'
import { tasksVisibleTo } from './visibleTasks.ts'

/** How far the clocks of this process and of the database, which starts the job, may be apart. */
const CLOCKS_APART_MS = 60_000

/** Has the assignee told when the task is due; a date that was moved takes its job along. */
export async function tellWhenDue(ctx: Pick<Visit, 'db'>, { id, dueDate }: Pick<Task, 'id' | 'dueDate'>) {
  if (dueDate) await enqueue(ctx, 'tell_task_due', { taskId: id }, { runAt: dueDate, key: `task_due:${id}` })
}

/**
 * Tells whoever has a task that it is due, once, and says whether it did: not of one that is done, was told of, was
 * put off meanwhile or is not theirs to see any more.
 */
export function tellTaskDue(ctx: Visit, { taskId }: { taskId: string }): Promise<boolean> {
  return inTransaction(ctx, async (inside) => {
    await inside.db.$queryRaw`SELECT 1 FROM tasks WHERE id = ${taskId}::uuid FOR UPDATE`
    const task = await inside.db.task.findFirst({
      where: {
        id: taskId,
        status: { in: [...openTaskStatuses] },
        dueDate: { lte: new Date(inside.now().getTime() + CLOCKS_APART_MS) },
        dueToldAt: null,
      },
      include: { assignedTo: true },
    })
    if (!task) return false
    const visible = { AND: [{ id: taskId }, tasksVisibleTo({ ...inside, actor: task.assignedTo })] }
    if (!(await inside.db.task.findFirst({ where: visible, select: { id: true } }))) return false
    // Telling of a task is no edit of it.
    const data = { dueToldAt: inside.now(), updatedAt: task.updatedAt }
    await inside.db.task.update({ where: { id: taskId }, data })
    await audit(inside, {
      action: 'updated',
      resourceType: 'task',
      resourceId: taskId,
      patientId: task.patientId,
      details: { fields: ['dueToldAt'] },
    })
    await alertTask(inside, 'task_due', task)
    return true
  })
}
