import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { WorkCounts } from '#domain/users/assignedWork.ts'
import { assignedWorkInput, PATIENTS_NEED_ATTORNEY, reassignWorkInput } from '#domain/users/inputs.ts'
import type { Prisma, User } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { invalid, operation } from '../operation.ts'
import { findSuccessor } from './findSuccessor.ts'
import { userForUpdate } from './forUpdate.ts'
import { comingAppointments, openTasks, transferWork } from './transferWork.ts'

/** The most users in one answer. */
const LISTED_MAX = 100

/** A user, and the user's work in numbers. */
export type AssignedWork = WorkCounts & { user: User }

/** Dropped patients need no work. */
const active = { status: { not: 'dropped' } } satisfies Prisma.PatientWhereInput

/**
 * The work of a user; without a user, the work of each inactive user who still has some, by name. Throws `not_found` for an
 * unknown user.
 */
export const listAssignedWork = operation(
  assignedWorkInput,
  async (ctx, { userId }): Promise<AssignedWork[]> => {
    authorize(ctx, 'user.list')
    const work = userId ? [await workOf(ctx, userId)] : await workOfInactiveUsers(ctx)
    await auditListed(ctx, 'user', { filters: userId ? ['userId'] : [], count: work.length })
    return work
  },
)

/**
 * Assigns a user's patients, open tasks and coming appointments to another user, and returns their numbers. Dropped patients stay,
 * unless the user has an open task on them, which an attorney could not see otherwise. Throws `invalid` if the successor cannot have
 * patients, or cannot see the patient of a task or an appointment.
 */
export const reassignWork = operation(
  reassignWorkInput,
  async (ctx, { userId, successorId }): Promise<WorkCounts> => {
    const subject = { resourceType: 'user' as const, resourceId: userId }
    authorize(ctx, 'user.reassignWork', { userId }, subject)
    await userForUpdate(ctx, userId)
    const successor = await findSuccessor(ctx, userId, successorId)
    const { patients } = await workOf(ctx, userId)
    if (patients > 0 && successor.role === 'admin') throw invalid({ successorId: PATIENTS_NEED_ATTORNEY })
    const withTask = { tasks: { some: { ...openTasks, assignedToId: userId } } }
    return transferWork(ctx, userId, successor, {
      OR: successor.role === 'admin' ? [active] : [active, withTask],
    })
  },
)

async function workOf(ctx: OperationContext, userId: string): Promise<AssignedWork> {
  const [found] = isUuid(userId) ? await readWork(ctx, { id: userId }) : []
  if (!found) throw notFound('User', userId)
  return found
}

async function workOfInactiveUsers(ctx: OperationContext): Promise<AssignedWork[]> {
  const { assignedPatients, assignedTasks, appointments } = open(ctx)
  return readWork(ctx, {
    isActive: false,
    OR: [
      { assignedPatients: { some: assignedPatients } },
      { assignedTasks: { some: assignedTasks } },
      { appointments: { some: appointments } },
    ],
  })
}

async function readWork(ctx: OperationContext, where: Prisma.UserWhereInput): Promise<AssignedWork[]> {
  const { assignedPatients, assignedTasks, appointments } = open(ctx)
  const users = await ctx.db.user.findMany({
    where: { ...where, kind: 'person', deletedAt: null },
    orderBy: [{ lastName: 'asc' }, { firstName: 'asc' }, { id: 'asc' }],
    take: LISTED_MAX,
    include: {
      _count: {
        select: {
          assignedPatients: { where: assignedPatients },
          assignedTasks: { where: assignedTasks },
          appointments: { where: appointments },
        },
      },
    },
  })
  return users.map(({ _count, ...user }) => ({
    user,
    patients: _count.assignedPatients,
    openTasks: _count.assignedTasks,
    appointments: _count.appointments,
  }))
}

/** The filters for open work. */
const open = ({ now }: Pick<OperationContext, 'now'>) => ({
  assignedPatients: active,
  assignedTasks: openTasks,
  appointments: comingAppointments(now()),
})
