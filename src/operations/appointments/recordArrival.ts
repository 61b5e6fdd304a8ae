import { arrivalRefusal, undoArrivalRefusal, undoNoShowRefusal } from '#domain/appointments/arrival.ts'
import { appointmentIdInput } from '#domain/appointments/inputs.ts'
import { Failure } from '#domain/errors.ts'
import type { Appointment } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { auditAppointment } from './auditAppointment.ts'
import { refuseDoubleBooking } from './takeSlot.ts'
import { appointmentForUpdate } from './viewAppointment.ts'

/** Records that the patient has arrived, on the day of the appointment. `conflict` if it is settled. */
export const markArrived = operation(appointmentIdInput, async (ctx, { appointmentId }) => {
  const appointment = await editable(ctx, appointmentId)
  refuse(arrivalRefusal(appointment, ctx.now(), ctx.timeZone))
  return write(ctx, appointment, { arrivedAt: ctx.now() })
})

/** Takes an arrival back. `conflict` if there is none, or the appointment is settled. */
export const undoArrived = operation(appointmentIdInput, async (ctx, { appointmentId }) => {
  const appointment = await editable(ctx, appointmentId)
  refuse(undoArrivalRefusal(appointment))
  return write(ctx, appointment, { arrivedAt: null })
})

/**
 * Takes a no-show back, so that the appointment is scheduled again. `conflict` if it is no no-show, if its time has been
 * booked since, or if a later consultation replaced it.
 */
export const undoNoShow = operation(appointmentIdInput, async (ctx, { appointmentId }) => {
  const appointment = await editable(ctx, appointmentId)
  refuse(undoNoShowRefusal(appointment))
  if (appointment.isConsultation) await refuseReplaced(ctx, appointment)
  return refuseDoubleBooking(ctx, 'appointmentId', () => write(ctx, appointment, { status: 'scheduled' }))
})

async function editable(ctx: OperationContext, appointmentId: string): Promise<Appointment> {
  authorize(ctx, 'appointment.edit', undefined, { resourceType: 'appointment', resourceId: appointmentId })
  return (await appointmentForUpdate(ctx, appointmentId)).appointment
}

function refuse(reason: string | null): void {
  if (reason) throw new Failure('conflict', reason)
}

/** A patient has at most one scheduled consultation. */
async function refuseReplaced({ db }: OperationContext, { patientId }: Appointment): Promise<void> {
  const scheduled = await db.appointment.findFirst({
    where: { patientId, isConsultation: true, status: 'scheduled' },
    select: { id: true },
  })
  if (scheduled) throw new Failure('conflict', 'Another consultation has been scheduled since')
}

type Change = { arrivedAt: Date | null } | { status: 'scheduled' }

async function write(ctx: OperationContext, { id }: Appointment, change: Change): Promise<Appointment> {
  const changed = await ctx.db.appointment.update({
    where: { id },
    data: { ...change, updatedAt: ctx.now() },
  })
  await auditAppointment(ctx, 'updated', changed, {
    fields: Object.keys(change),
    ...('status' in change ? change : { hasArrived: change.arrivedAt !== null }),
  })
  return changed
}
