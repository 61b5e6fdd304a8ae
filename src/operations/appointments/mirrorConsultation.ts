import { DEFAULT_DURATION } from '#domain/appointments/appointment.ts'
import { wallClock } from '#domain/dates.ts'
import type { Appointment, Patient } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import type { OperationContext } from '../context.ts'
import { auditEdit, changesOf } from '../edited.ts'
import { auditAppointment } from './auditAppointment.ts'
import { takeSlot } from './takeSlot.ts'

type Wish = { scheduledAt: Date; location: string }

/**
 * Keeps the appointment of a patient's consultation up to date. It lasts 60 minutes unless a user changed
 * that. Its provider is the assigned attorney or else the user who schedules it. Alerts the provider and a
 * former one.
 */
export async function mirrorConsultation(
  ctx: OperationContext,
  patient: Patient,
  wish: Wish,
  bookAnyway: boolean,
): Promise<Appointment> {
  const open = await comingConsultation(ctx, patient)
  const slot = {
    patientId: patient.id,
    providerId: patient.assignedAttorneyId ?? open?.providerId ?? ctx.actor.id,
    scheduledAt:
      open && showsTheSame(ctx, open.scheduledAt, wish.scheduledAt) ? open.scheduledAt : wish.scheduledAt,
    duration: open?.duration ?? DEFAULT_DURATION,
  }
  const { location } = wish
  const { appointment, bookedAnyway } = await takeSlot(
    ctx,
    slot,
    { current: open, bookAnyway, field: 'consultationTime' },
    (isDoubleBooked) => write(ctx, open, { ...slot, isDoubleBooked, location }),
  )
  const details = bookedAnyway ? { bookedAnyway } : {}
  const alerted = { patient, isConsultation: true }
  if (!open) {
    await auditAppointment(ctx, 'created', appointment, details)
    await sendAlert(ctx, 'appointment_created', { ...alerted, users: [appointment.providerId] })
    return appointment
  }
  const changed = changesOf(open, { ...slot, location })
  const subject = { resourceType: 'appointment' as const, resourceId: open.id, patientId: patient.id }
  await auditEdit(ctx, changed, { ...subject, details })
  const users = [appointment.providerId, open.providerId]
  if (Object.keys(changed).length > 0) await sendAlert(ctx, 'appointment_changed', { ...alerted, users })
  return appointment
}

type Columns = Wish & Pick<Appointment, 'patientId' | 'providerId' | 'duration' | 'isDoubleBooked'>

const write = (ctx: OperationContext, open: Appointment | null, data: Columns): Promise<Appointment> =>
  open
    ? ctx.db.appointment.update({ where: { id: open.id }, data: { ...data, updatedAt: ctx.now() } })
    : ctx.db.appointment.create({
        data: {
          ...data,
          isConsultation: true,
          createdById: ctx.actor.id,
          createdAt: ctx.now(),
          updatedAt: ctx.now(),
        },
      })

/**
 * In the repeated hour of daylight saving time, two instants show the same time. An edit that keeps the time
 * must not move the appointment from the second to the first.
 */
const showsTheSame = ({ timeZone }: OperationContext, one: Date, other: Date): boolean => {
  const [first, second] = [wallClock(one, timeZone), wallClock(other, timeZone)]
  return first.day === second.day && first.time === second.time
}

/** The future consultation. A past one without a recorded outcome stays unchanged. */
async function comingConsultation(ctx: OperationContext, patient: Patient): Promise<Appointment | null> {
  const mirrors = { patientId: patient.id, isConsultation: true, status: 'scheduled' as const }
  await ctx.db.appointment.updateMany({
    where: { ...mirrors, scheduledAt: { lte: ctx.now() } },
    data: { isConsultation: false },
  })
  return ctx.db.appointment.findFirst({ where: mirrors })
}
