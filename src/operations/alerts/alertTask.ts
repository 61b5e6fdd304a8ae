import type { Task } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { leaveAlerts } from './leaveAlerts.ts'

const sentences = {
  task_assigned: (title: string) => `A task was assigned to you: ${title}`,
  task_due: (title: string) => `Due now: ${title}`,
}

/** Alerts the assignee of a task, unless they are the actor. */
export async function alertTask(
  ctx: RequestContext,
  type: keyof typeof sentences,
  task: Task,
): Promise<void> {
  if (task.assignedToId === ctx.actor?.id) return
  const { assignedToId: userId, patientId, title } = task
  await leaveAlerts(ctx, [{ type, userId, patientId, message: sentences[type](title) }])
}
