import { DEFAULT_DURATION } from '#domain/appointments/appointment.ts'
import { Failure } from '#domain/errors.ts'
import type { Appointment, Patient } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { OperationContext } from '../context.ts'

type Slot = { scheduledAt: Date; location: string }

/**
 * Keeps the one appointment that mirrors a patient's consultation in step with it: 60 minutes, with the
 * assignee or else whoever schedules it. A slot that is taken is refused by the database, as `conflict`.
 */
export async function mirrorConsultation(
  ctx: OperationContext,
  patient: Patient,
  slot: Slot,
): Promise<Appointment> {
  const open = await comingConsultation(ctx, patient)
  const providerId = patient.assignedAttorneyId ?? open?.providerId ?? ctx.actor.id
  const appointment = await refuseDoubleBooking(ctx, () =>
    open
      ? ctx.db.appointment.update({ where: { id: open.id }, data: { ...slot, providerId } })
      : ctx.db.appointment.create({
          data: {
            ...slot,
            patientId: patient.id,
            providerId,
            duration: DEFAULT_DURATION,
            isConsultation: true,
            createdById: ctx.actor.id,
            createdAt: ctx.now(),
          },
        }),
  )
  await audit(ctx, {
    action: open ? 'updated' : 'created',
    resourceType: 'appointment',
    resourceId: appointment.id,
    patientId: patient.id,
    ...(open && { details: { fields: ['scheduledAt', 'location'] } }),
  })
  return appointment
}

/** The consultation still to come. One that is past without anybody having said what became of it stays as it was. */
async function comingConsultation(ctx: OperationContext, patient: Patient): Promise<Appointment | null> {
  const mirrors = { patientId: patient.id, isConsultation: true, status: 'scheduled' as const }
  await ctx.db.appointment.updateMany({
    where: { ...mirrors, scheduledAt: { lte: ctx.now() } },
    data: { isConsultation: false },
  })
  return ctx.db.appointment.findFirst({ where: mirrors })
}

const taken = {
  appointments_provider_is_free: 'The attorney or staff member already has an appointment at that time',
  appointments_patient_is_free: 'The patient already has an appointment at that time',
} as const

async function refuseDoubleBooking<Result>(
  ctx: OperationContext,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    const constraint = ctx.exclusionConflict(error)
    const message = Object.entries(taken).find(([name]) => constraint?.includes(name))?.[1]
    if (!message) throw error
    throw new Failure('conflict', message, { fields: { consultationTime: message } })
  }
}
