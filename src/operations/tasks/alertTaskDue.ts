import { openTaskStatuses } from '#domain/tasks/task.ts'
import type { Task } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { enqueue } from '../enqueue.ts'
import { inTransaction } from '../operation.ts'
import { tasksVisibleTo } from './visibleTasks.ts'

/** Allowed difference between the clock of this process and that of the database, which starts the job. */
const CLOCKS_APART_MS = 60_000

/** Queues the due alert for the assignee. A moved date moves the job. */
export async function scheduleDueAlert(
  ctx: Pick<RequestContext, 'db'>,
  { id, dueDate }: Pick<Task, 'id' | 'dueDate'>,
) {
  if (dueDate) await enqueue(ctx, 'tell_task_due', { taskId: id }, { runAt: dueDate, key: `task_due:${id}` })
}

/** Moves the due alerts of tasks whose due dates have moved together. */
export async function rescheduleDueAlerts(
  { db }: Pick<RequestContext, 'db'>,
  taskIds: readonly string[],
): Promise<void> {
  await db.$executeRaw`
    SELECT enqueue_job('tell_task_due', json_build_object('taskId', id), due_date, 'task_due:' || id)
    FROM tasks WHERE id = ANY(${[...taskIds]}::uuid[]) AND due_told_at IS NULL`
}

/**
 * Alerts the assignee once that a task is due. Returns `false` for a task that is done, already announced,
 * postponed or no longer visible to them.
 */
export function alertTaskDue(ctx: RequestContext, { taskId }: { taskId: string }): Promise<boolean> {
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
    // The alert is no edit of the task, so `updatedAt` keeps its value.
    const data = { dueToldAt: inside.now(), updatedAt: task.updatedAt }
    await inside.db.task.update({ where: { id: taskId }, data })
    await audit(inside, {
      action: 'updated',
      resourceType: 'task',
      resourceId: taskId,
      patientId: task.patientId,
      details: { fields: ['dueToldAt'] },
    })
    const { title, patientId, assignedToId } = task
    await sendAlert(inside, 'task_due', { title, patientId, users: [assignedToId] })
    return true
  })
}
