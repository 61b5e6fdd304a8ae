import type { Actor } from '#domain/access/actor.ts'
import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { Prisma, Task } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { invalid } from '../operation.ts'
import { patientsVisibleTo, visiblePatient } from '../patients/visiblePatient.ts'

/** Which tasks exist for this person: an attorney's are those on their patients, and their own without a patient. */
export const tasksVisibleTo = (actor: Actor): Prisma.TaskWhereInput =>
  actor.role === 'attorney'
    ? { OR: [{ patient: patientsVisibleTo(actor) }, { patientId: null, assignedToId: actor.id }] }
    : {}

/** The task, held until the transaction ends; throws `not_found` for a missing and an invisible one alike. */
export async function lockedTask(ctx: OperationContext, taskId: string): Promise<Task> {
  if (!isUuid(taskId)) throw notFound('Task', taskId)
  await ctx.db.$queryRaw`SELECT 1 FROM tasks WHERE id = ${taskId}::uuid FOR UPDATE`
  const task = await ctx.db.task.findFirst({ where: { AND: [{ id: taskId }, tasksVisibleTo(ctx.actor)] } })
  if (!task) throw notFound('Task', taskId)
  return task
}

/**
 * Who may be given a task: somebody active, and on a patient's task no attorney who does not have that patient,
 * since they could not see it. Throws `invalid`, and `not_found` for a patient who does not exist for the actor.
 */
export async function checkAssignee(
  ctx: OperationContext,
  userId: string,
  patientId: string | null,
): Promise<string> {
  const patient = patientId === null ? null : await visiblePatient(ctx, patientId)
  const user = isUuid(userId)
    ? await ctx.db.user.findFirst({ where: { id: userId, isActive: true, deletedAt: null } })
    : null
  if (!user) throw invalid({ assignedTo: 'Choose an active user' })
  if (user.role === 'attorney' && patient && patient.assignedAttorneyId !== user.id) {
    throw invalid({ assignedTo: 'This attorney does not have this patient' })
  }
  if (ctx.actor.role === 'attorney' && !patient && user.id !== ctx.actor.id) {
    throw invalid({ assignedTo: 'A task without a patient can only be your own' })
  }
  return user.id
}
