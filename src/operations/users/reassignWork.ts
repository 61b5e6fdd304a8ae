import { overlap } from '#domain/appointments/appointment.ts'
import { openTaskStatuses } from '#domain/tasks/task.ts'
import { auditAll } from '../audit.ts'
import type { OperationContext } from '../context.ts'

/** Transfers a user's patients, open tasks and future appointments to another user, with one audit row each. */
export async function reassignWork(ctx: OperationContext, fromId: string, toId: string): Promise<void> {
  await reassignPatients(ctx, fromId, toId)
  await reassignTasks(ctx, fromId, toId)
  await reassignAppointments(ctx, fromId, toId)
}

/** What the audit row of each of them says. */
const moved = (field: string, from: string, to: string) => ({
  fields: [field],
  changes: { [field]: { from, to } },
})

async function reassignPatients(ctx: OperationContext, fromId: string, toId: string) {
  const where = { assignedAttorneyId: fromId }
  const patients = await ctx.db.patient.findMany({ where, select: { id: true } })
  await ctx.db.patient.updateMany({ where, data: { assignedAttorneyId: toId } })
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
}

async function reassignTasks(ctx: OperationContext, fromId: string, toId: string) {
  const where = { assignedToId: fromId, status: { in: [...openTaskStatuses] } }
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
}

/** Appointments are transferred even if the successor is busy at that time, and are then marked as double-booked. */
async function reassignAppointments(ctx: OperationContext, fromId: string, toId: string) {
  const coming = { status: 'scheduled' as const, scheduledAt: { gt: ctx.now() } }
  const moving = await ctx.db.appointment.findMany({ where: { ...coming, providerId: fromId } })
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
}
