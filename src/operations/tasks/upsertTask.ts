import * as z from 'zod/mini'
import { identifierInput } from '#domain/identifiers.ts'
import { addTaskInput, editTaskInput } from '#domain/tasks/inputs.ts'
import type { Prisma, Task } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { refuseOtherPatient, upsert, viewByIdentifier } from '../identifiers.ts'
import { inTransaction, parse } from '../operation.ts'
import { createTask, newTaskInput } from './addTask.ts'
import { editTask } from './editTask.ts'
import { viewTask } from './viewTask.ts'
import { tasksVisibleTo } from './visibleTasks.ts'

const { taskId: _, completedAt: _ignored, ...fields } = editTaskInput.shape

const upsertTaskInput = z.strictObject({
  ...fields,
  identifier: identifierInput,
  patientId: addTaskInput.shape.patientId,
})

/** Edits the task with this identifier, or adds one with it, which needs a title and an assignee. */
export const upsertTask = upsert('task', upsertTaskInput, {
  add: (ctx, { status, ...given }): Promise<Task> => {
    const input = parse(newTaskInput, given)
    return inTransaction(ctx, (inside) => createTask(inside, input, status ?? 'pending'))
  },
  edit: async (ctx, taskId, { patientId, ...given }) => {
    authorize(ctx, 'task.identify', undefined, { resourceType: 'task', resourceId: taskId })
    const where = { AND: [{ id: taskId }, tasksVisibleTo(ctx)] }
    refuseOtherPatient(await ctx.db.task.findFirst({ where, select: { patientId: true } }), patientId)
    return editTask(ctx, { ...given, taskId })
  },
})

/** Returns the task with this identifier. The view is audited. */
export const viewTaskByIdentifier = (
  ctx: OperationContext,
  raw: unknown,
  selection: { include?: Prisma.TaskInclude } = {},
): Promise<Task> => viewByIdentifier(ctx, 'task', raw, (taskId) => viewTask(ctx, { taskId }, selection))
