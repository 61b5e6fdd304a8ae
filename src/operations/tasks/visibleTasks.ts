import { seesPatient } from '#domain/access/visibility.ts'
import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { Prisma, Task } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { invalid } from '../operation.ts'
import { notOpenTo } from '../patients/notOpenTo.ts'
import { patientsVisibleTo, type Viewer, visiblePatient } from '../patients/visiblePatient.ts'

/**
 * The filter for tasks visible to a user: tasks of visible patients, and tasks without a patient. Of the
 * latter an attorney sees only their own.
 */
export function tasksVisibleTo(viewer: Viewer): Prisma.TaskWhereInput {
  const { id, role } = viewer.actor
  if (role === 'admin') return {}
  const general = { patientId: null, ...(role === 'attorney' && { assignedToId: id }) }
  return { OR: [{ patient: patientsVisibleTo(viewer) }, general] }
}

/** Locks the task until the transaction ends. Throws `not_found` for a missing and for an invisible one. */
export async function taskForUpdate(ctx: OperationContext, taskId: string): Promise<Task> {
  if (!isUuid(taskId)) throw notFound('Task', taskId)
  await ctx.db.$queryRaw`SELECT 1 FROM tasks WHERE id = ${taskId}::uuid FOR UPDATE`
  const task = await ctx.db.task.findFirst({ where: { AND: [{ id: taskId }, tasksVisibleTo(ctx)] } })
  if (!task) throw notFound('Task', taskId)
  return task
}

/**
 * Checks that a task can be assigned to a user: the user is active and can see the task's patient. Throws
 * `invalid`, or `not_found` if the patient is not visible to the actor.
 */
export async function checkAssignee(
  ctx: OperationContext,
  userId: string,
  patientId: string | null,
): Promise<string> {
  const patient = patientId === null ? null : await visiblePatient(ctx, patientId)
  const user = isUuid(userId)
    ? await ctx.db.user.findFirst({ where: { id: userId, kind: 'person', isActive: true, deletedAt: null } })
    : null
  if (!user) throw invalid({ assignedTo: 'Choose an active user' })
  if (patient && !seesPatient(user, patient)) throw invalid({ assignedTo: notOpenTo(user) })
  if (ctx.actor.role === 'attorney' && !patient && user.id !== ctx.actor.id) {
    throw invalid({ assignedTo: 'A task without a patient can only be your own' })
  }
  return user.id
}
