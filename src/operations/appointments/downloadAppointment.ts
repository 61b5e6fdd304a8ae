import { appointmentIdInput } from '#domain/appointments/inputs.ts'
import { authorize } from '../authorize.ts'
import { eventOf } from '../calendar/eventOf.ts'
import { operation } from '../operation.ts'
import { auditAppointment } from './auditAppointment.ts'
import { visibleAppointment } from './visibleAppointment.ts'

export type CalendarFile = { content: string; fileName: string }

/** Returns one appointment as an iCalendar file with its time and no patient data. */
export const downloadAppointment = operation(
  appointmentIdInput,
  async (ctx, { appointmentId }): Promise<CalendarFile> => {
    authorize(ctx, 'appointment.list')
    const appointment = await visibleAppointment(ctx, appointmentId)
    await auditAppointment(ctx, 'downloaded', appointment)
    const day = appointment.scheduledAt.toISOString().slice(0, 10)
    return { content: ctx.calendars.render([eventOf(appointment)]), fileName: `appointment-${day}.ics` }
  },
)
