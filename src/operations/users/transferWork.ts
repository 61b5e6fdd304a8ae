import { seesPatient } from '#domain/access/visibility.ts'
import { openTaskStatuses } from '#domain/tasks/task.ts'
import { cannotSeePatients, type WorkCounts, workInWords } from '#domain/users/assignedWork.ts'
import type { Prisma, User } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { auditAll } from '../audit.ts'
import type { OperationContext, RequestContext } from '../context.ts'
import { invalid } from '../operation.ts'
import { endForwardings } from '../records/endForwardings.ts'
import { userNames } from './findUsers.ts'
import { holdUser } from './forUpdate.ts'

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
  const work = countsOf(await transferOpenWork(ctx, fromId, toId), count)
  await tellSuccessor(ctx, fromId, toId, work)
  return work
}

/** The IDs of the tasks and appointments that were transferred. */
export type TransferredWork = { taskIds: string[]; appointmentIds: string[] }

export const countsOf = ({ taskIds, appointmentIds }: TransferredWork, patients = 0): WorkCounts => ({
  ...{ patients, openTasks: taskIds.length, appointments: appointmentIds.length },
})

/** Which tasks and appointments are transferred: all of a user, those of one patient, or only some of these. */
type Some = { patientId?: string; only?: TransferredWork }

/** Transfers open tasks and coming appointments with one audit row each. The caller tells the successor. */
export async function transferOpenWork(
  ctx: OperationContext,
  fromId: string,
  toId: string,
  { only, ...some }: Some = {},
): Promise<TransferredWork> {
  const among = (ids: string[] | undefined) => ({ ...some, ...(ids && { id: { in: ids } }) })
  return {
    taskIds: await transferTasks(ctx, fromId, toId, among(only?.taskIds)),
    appointmentIds: await transferAppointments(ctx, fromId, toId, among(only?.appointmentIds)),
  }
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

/** Alerts the user who has taken over this work, unless it is none. */
export async function tellSuccessor(
  ctx: RequestContext,
  fromId: string,
  toId: string,
  work: WorkCounts,
): Promise<void> {
  const inWords = workInWords(work)
  if (!inWords) return
  const nameOf = await userNames(ctx, [fromId])
  await sendAlert(ctx, 'work_reassigned', { from: nameOf(fromId), work: inWords, users: [toId] })
}

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
  some: Prisma.TaskWhereInput,
): Promise<string[]> {
  const tasks = await ctx.db.task.updateManyAndReturn({
    where: { ...some, ...openTasks, assignedToId: fromId },
    data: { assignedToId: toId },
    select: { id: true, patientId: true },
  })
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
  return tasks.map(({ id }) => id)
}

/**
 * Appointments are transferred even if the successor is busy at that time. They are then marked as double-booked, which no longer
 * applies to one that overlapped another of the former provider only.
 */
async function transferAppointments(
  ctx: OperationContext,
  fromId: string,
  toId: string,
  some: Prisma.AppointmentWhereInput,
): Promise<string[]> {
  await holdUser(ctx, toId)
  const moving = await ctx.db.appointment.findMany({
    where: { ...some, ...comingAppointments(ctx.now()), providerId: fromId },
    select: { id: true },
  })
  const ids = moving.map(({ id }) => id)
  const transferred = await ctx.db.$queryRaw<{ id: string; patientId: string }[]>`
    UPDATE appointments one
    SET provider_id = ${toId}::uuid, updated_at = ${ctx.now()}, is_double_booked = EXISTS (
      SELECT FROM appointments other
      WHERE other.status = 'scheduled' AND other.id <> one.id
        AND appointment_span(other.scheduled_at, other.duration) && appointment_span(one.scheduled_at, one.duration)
        AND (other.provider_id = ${toId}::uuid
          OR one.is_double_booked AND (other.patient_id = one.patient_id OR other.id = ANY(${ids}::uuid[]))))
    WHERE id = ANY(${ids}::uuid[]) AND status = 'scheduled' AND provider_id = ${fromId}::uuid
    RETURNING id, patient_id AS "patientId"`
  await auditAll(
    ctx,
    transferred.map(({ id, patientId }) => ({
      action: 'updated',
      resourceType: 'appointment',
      resourceId: id,
      patientId,
      details: moved('providerId', fromId, toId),
    })),
  )
  return transferred.map(({ id }) => id)
}
