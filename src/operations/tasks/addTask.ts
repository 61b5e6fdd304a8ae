import { addTaskInput } from '#domain/tasks/inputs.ts'
import { momentIn } from '#domain/zones.ts'
import type { Task } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { scheduleDueAlert } from './alertTaskDue.ts'
import { checkAssignee } from './visibleTasks.ts'

/** Creates a task, with or without a patient. The assignee is alerted now and when it is due. */
export const addTask = operation(addTaskInput, async (ctx, input): Promise<Task> => {
  authorize(ctx, 'task.add')
  const { title, priority } = input
  const patientId = input.patientId ?? null
  const assignedToId = await checkAssignee(ctx, input.assignedTo, patientId)
  const now = ctx.now()
  const task = await ctx.db.task.create({
    data: {
      title,
      priority,
      patientId,
      assignedToId,
      description: input.description ?? null,
      dueDate: input.dueDate ? momentIn(input.dueDate, ctx.timeZone) : null,
      createdById: ctx.actor.id,
      createdAt: now,
      updatedAt: now,
    },
  })
  await audit(ctx, { action: 'created', resourceType: 'task', resourceId: task.id, patientId })
  await sendAlert(ctx, 'task_assigned', { title, patientId, users: [assignedToId] })
  await scheduleDueAlert(ctx, task)
  return task
})
