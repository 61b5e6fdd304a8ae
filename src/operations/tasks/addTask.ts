import type * as z from 'zod/mini'
import { addTaskInput } from '#domain/tasks/inputs.ts'
import { isOpen, type TaskStatus } from '#domain/tasks/task.ts'
import { momentIn } from '#domain/zones.ts'
import type { Task } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { saveIdentifiers, withIdentifiers } from '../identifiers.ts'
import { operation } from '../operation.ts'
import { scheduleDueAlert } from './alertTaskDue.ts'
import { checkAssignee } from './visibleTasks.ts'

export const newTaskInput = withIdentifiers(addTaskInput)

/** Creates a task, with or without a patient. The assignee is alerted now and when it is due. */
export const addTask = operation(
  newTaskInput,
  (ctx, input): Promise<Task> => createTask(ctx, input, 'pending'),
)

/** Creates a task with any status, in the transaction of `ctx`. A task that is already closed sends no alert. */
export async function createTask(
  ctx: OperationContext,
  input: z.output<typeof newTaskInput>,
  status: TaskStatus,
): Promise<Task> {
  const task = await createTaskWithoutAlert(ctx, input, status)
  const { title, patientId, assignedToId } = task
  if (isOpen(status)) await sendAlert(ctx, 'task_assigned', { title, patientId, users: [assignedToId] })
  return task
}

/** Does the same, and leaves it to the caller to alert the assignee now. The alert when it is due is planned. */
export async function createTaskWithoutAlert(
  ctx: OperationContext,
  input: z.output<typeof newTaskInput>,
  status: TaskStatus,
): Promise<Task> {
  authorize(ctx, 'task.add')
  if (input.identifiers !== undefined) authorize(ctx, 'task.identify', undefined, { resourceType: 'task' })
  const { title, priority } = input
  const patientId = input.patientId ?? null
  const assignedToId = await checkAssignee(ctx, input.assignedTo, patientId)
  const now = ctx.now()
  const task = await ctx.db.task.create({
    data: {
      title,
      priority,
      status,
      patientId,
      assignedToId,
      description: input.description ?? null,
      dueDate: input.dueDate ? momentIn(input.dueDate, ctx.timeZone) : null,
      completedAt: status === 'completed' ? now : null,
      createdById: ctx.actor.id,
      createdAt: now,
      updatedAt: now,
    },
  })
  await saveIdentifiers(ctx, 'task', task.id, input.identifiers)
  await audit(ctx, { action: 'created', resourceType: 'task', resourceId: task.id, patientId })
  if (isOpen(status)) await scheduleDueAlert(ctx, task)
  return task
}
