import { isOpenTo } from '#domain/access/policy.ts'
import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { Prisma, Task } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { invalid } from '../operation.ts'
import { notOpenTo } from '../patients/notOpenTo.ts'
import { type Asker, patientsVisibleTo, visiblePatient } from '../patients/visiblePatient.ts'

/**
 * Which tasks exist for this person: those on the patients that are open to them, and those without a patient, of which
 * an attorney sees their own.
 */
export function tasksVisibleTo(asker: Asker): Prisma.TaskWhereInput {
  const { id, role } = asker.actor
  if (role === 'admin') return {}
  const general = { patientId: null, ...(role === 'attorney' && { assignedToId: id }) }
  return { OR: [{ patient: patientsVisibleTo(asker) }, general] }
}

/** The task, held until the transaction ends; throws `not_found` for a missing and an invisible one alike. */
export async function lockedTask(ctx: OperationContext, taskId: string): Promise<Task> {
  if (!isUuid(taskId)) throw notFound('Task', taskId)
  await ctx.db.$queryRaw`SELECT 1 FROM tasks WHERE id = ${taskId}::uuid FOR UPDATE`
  const task = await ctx.db.task.findFirst({ where: { AND: [{ id: taskId }, tasksVisibleTo(ctx)] } })
  if (!task) throw notFound('Task', taskId)
  return task
}

/**
 * Who may be given a task: somebody active, and on a patient's task nobody to whom that patient is not open, since
 * they could not see it. Throws `invalid`, and `not_found` for a patient who does not exist for the actor.
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
  if (patient && !isOpenTo(user, patient)) throw invalid({ assignedTo: notOpenTo(user) })
  if (ctx.actor.role === 'attorney' && !patient && user.id !== ctx.actor.id) {
    throw invalid({ assignedTo: 'A task without a patient can only be your own' })
  }
  return user.id
}
