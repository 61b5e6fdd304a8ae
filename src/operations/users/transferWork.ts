import { seesPatient } from '#domain/access/visibility.ts'
import { overlap } from '#domain/appointments/appointment.ts'
import { openTaskStatuses } from '#domain/tasks/task.ts'
import { cannotSeePatients, type WorkCounts, workInWords } from '#domain/users/assignedWork.ts'
import type { Prisma, User } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { auditAll } from '../audit.ts'
import type { OperationContext } from '../context.ts'
import { invalid } from '../operation.ts'
import { endForwardings } from '../records/endForwardings.ts'
import { userNames } from './findUsers.ts'

/**
 * Transfers a user's patients, open tasks and coming appointments to another user, with one audit row each and one alert with the
 * counts. Links to records that were forwarded to the user for these patients end. `patients` can leave out some of them. Throws
 * `invalid` if the successor cannot see the patient of a task or an appointment.
 */
export async function transferWork(
  ctx: OperationContext,
  fromId: string,
  successor: User,
  patients: Prisma.PatientWhereInput = {},
): Promise<WorkCounts> {
  const toId = successor.id
  const count = await transferPatients(ctx, fromId, toId, patients)
  await refuseUnseen(ctx, fromId, successor)
  const work = {
    patients: count,
    openTasks: await transferTasks(ctx, fromId, toId),
    appointments: await transferAppointments(ctx, fromId, toId),
  }
  await tellSuccessor(ctx, fromId, toId, work)
  return work
}

/** The same for the open tasks and coming appointments of one patient, who is already the other user's. */
export async function transferWorkOnPatient(
  ctx: OperationContext,
  patientId: string,
  fromId: string,
  toId: string,
): Promise<void> {
  const openTasks = await transferTasks(ctx, fromId, toId, { patientId })
  const appointments = await transferAppointments(ctx, fromId, toId, { patientId })
  await tellSuccessor(ctx, fromId, toId, { patients: 0, openTasks, appointments })
}

const visibility = { createdById: true, assignedAttorneyId: true, restrictedAt: true } as const

async function refuseUnseen({ db, now }: OperationContext, fromId: string, successor: User): Promise<void> {
  const select = { patient: { select: visibility } }
  const tasks = await db.task.findMany({ where: { ...openTasks, assignedToId: fromId }, select })
  const visits = await db.appointment.findMany({
    where: { ...comingAppointments(now()), providerId: fromId },
    select,
  })
  const unseen = [...tasks, ...visits].filter(({ patient }) => patient && !seesPatient(successor, patient))
  if (unseen.length > 0) throw invalid({ successorId: cannotSeePatients(unseen.length) })
}

async function tellSuccessor(ctx: OperationContext, fromId: string, toId: string, work: WorkCounts) {
  const inWords = workInWords(work)
  if (!inWords) return
  const nameOf = await userNames(ctx, [fromId])
  await sendAlert(ctx, 'work_reassigned', { from: nameOf(fromId), work: inWords, users: [toId] })
}

type Some = { patientId?: string }

export const openTasks = { status: { in: [...openTaskStatuses] } } satisfies Prisma.TaskWhereInput
export const comingAppointments = (now: Date) =>
  ({ status: 'scheduled', scheduledAt: { gt: now } }) satisfies Prisma.AppointmentWhereInput

/** What the audit row of each of them says. */
const moved = (field: string, from: string, to: string) => ({
  fields: [field],
  changes: { [field]: { from, to } },
})

async function transferPatients(
  ctx: OperationContext,
  fromId: string,
  toId: string,
  some: Prisma.PatientWhereInput,
): Promise<number> {
  const where = { ...some, assignedAttorneyId: fromId }
  await endForwardings(ctx, { patient: where, recipientId: fromId }, 'reassigned')
  const patients = await ctx.db.patient.updateManyAndReturn({
    where,
    data: { assignedAttorneyId: toId },
    select: { id: true },
  })
  await auditAll(
    ctx,
    patients.map(({ id }) => ({
      action: 'updated',
      resourceType: 'patient',
      resourceId: id,
      patientId: id,
      details: { ...moved('assignedAttorney', fromId, toId), former: fromId },
    })),
  )
  return patients.length
}

async function transferTasks(
  ctx: OperationContext,
  fromId: string,
  toId: string,
  some: Some = {},
): Promise<number> {
  const where = { ...some, ...openTasks, assignedToId: fromId }
  const tasks = await ctx.db.task.findMany({ where, select: { id: true, patientId: true } })
  await ctx.db.task.updateMany({ where, data: { assignedToId: toId } })
  await auditAll(
    ctx,
    tasks.map(({ id, patientId }) => ({
      action: 'updated',
      resourceType: 'task',
      resourceId: id,
      patientId,
      details: moved('assignedToId', fromId, toId),
    })),
  )
  return tasks.length
}

/** Appointments are transferred even if the successor is busy at that time, and are then marked as double-booked. */
async function transferAppointments(
  ctx: OperationContext,
  fromId: string,
  toId: string,
  some: Some = {},
): Promise<number> {
  const coming = comingAppointments(ctx.now())
  const moving = await ctx.db.appointment.findMany({ where: { ...some, ...coming, providerId: fromId } })
  const taken = await ctx.db.appointment.findMany({ where: { ...coming, providerId: toId } })
  for (const one of moving) {
    const isDoubleBooked = one.isDoubleBooked || taken.some((other) => overlap(one, other))
    await ctx.db.appointment.update({ where: { id: one.id }, data: { providerId: toId, isDoubleBooked } })
  }
  await auditAll(
    ctx,
    moving.map(({ id, patientId }) => ({
      action: 'updated',
      resourceType: 'appointment',
      resourceId: id,
      patientId,
      details: moved('providerId', fromId, toId),
    })),
  )
  return moving.length
}
