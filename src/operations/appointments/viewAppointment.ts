import { appointmentIdInput } from '#domain/appointments/inputs.ts'
import type { Appointment } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { auditAppointment } from './auditAppointment.ts'
import type { AppointmentSelection } from './listAppointments.ts'
import { visibleAppointment } from './visibleAppointment.ts'

/** Returns one appointment. The view is audited. */
export function viewAppointment(
  ctx: OperationContext,
  raw: { appointmentId: string },
  selection: AppointmentSelection = {},
): Promise<Appointment> {
  const { appointmentId } = parse(appointmentIdInput, raw)
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'appointment.list')
    const appointment = await visibleAppointment(inside, appointmentId, selection)
    await auditAppointment(inside, 'viewed', appointment)
    return appointment
  })
}
