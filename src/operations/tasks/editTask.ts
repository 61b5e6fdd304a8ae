import { editTaskInput } from '#domain/tasks/inputs.ts'
import { allowTaskMove, isOpen, type TaskStatus } from '#domain/tasks/task.ts'
import { momentIn } from '#domain/zones.ts'
import type { Task } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { auditEdit, changesOf, refuseEmptyEdit } from '../edited.ts'
import { saveIdentifiers, withIdentifiers } from '../identifiers.ts'
import { operation } from '../operation.ts'
import { refuseStale, versioned, versionOf } from '../version.ts'
import { scheduleDueAlert } from './alertTaskDue.ts'
import { checkAssignee, taskForUpdate } from './visibleTasks.ts'

/**
 * Edits a task; completing, reopening and cancelling change its status. The server sets the completion time,
 * and reopening clears it (DECISIONS). A moved due date gets a new alert.
 */
export const editTask = operation(
  withIdentifiers(versioned(editTaskInput)),
  async (ctx, { taskId, expectedVersion, identifiers, ...input }): Promise<Task> => {
    refuseEmptyEdit({ ...input, identifiers })
    const dueDate = input.dueDate == null ? input.dueDate : momentIn(input.dueDate, ctx.timeZone)
    const edit = { ...input, dueDate }
    const task = await taskForUpdate(ctx, taskId)
    const subject = { resourceType: 'task', resourceId: taskId }
    authorize(ctx, 'task.edit', undefined, subject)
    if (identifiers !== undefined) authorize(ctx, 'task.identify', undefined, subject)
    refuseStale(versionOf(task), expectedVersion, 'task')
    const changes = {
      ...(edit.title !== undefined && { title: edit.title }),
      ...(edit.description !== undefined && { description: edit.description }),
      ...(edit.dueDate !== undefined && { dueDate: edit.dueDate }),
      ...(edit.priority && { priority: edit.priority }),
      ...(edit.assignedTo && { assignedToId: await checkAssignee(ctx, edit.assignedTo, task.patientId) }),
      ...(edit.status && moved(ctx, task, edit.status)),
    }
    const isPutOff = edit.dueDate !== undefined && edit.dueDate?.getTime() !== task.dueDate?.getTime()
    const changed = changesOf(task, changes)
    const newIdentifiers = await saveIdentifiers(ctx, 'task', taskId, identifiers)
    if (newIdentifiers) changed.identifiers = newIdentifiers
    const edited =
      Object.keys(changed).length === 0
        ? task
        : await ctx.db.task.update({
            where: { id: taskId },
            data: { ...changes, ...(isPutOff && { dueToldAt: null }), updatedAt: ctx.now() },
          })
    await auditEdit(ctx, changed, {
      resourceType: 'task',
      resourceId: taskId,
      patientId: task.patientId,
      details: 'status' in changed ? { status: edited.status } : {},
    })
    if (isPutOff || (isOpen(edited.status) && !isOpen(task.status))) await scheduleDueAlert(ctx, edited)
    const { title, patientId, assignedToId } = edited
    if (assignedToId !== task.assignedToId)
      await sendAlert(ctx, 'task_assigned', { title, patientId, users: [assignedToId] })
    return edited
  },
)

function moved(ctx: OperationContext, task: Task, status: TaskStatus) {
  allowTaskMove(task.status, status)
  if (status === task.status) return {}
  return { status, completedAt: status === 'completed' ? ctx.now() : null }
}
