import { DURATION, endOf, overlap } from '#domain/appointments/appointment.ts'
import { busyTimesInput } from '#domain/appointments/inputs.ts'
import { addDays, type Day } from '#domain/dates.ts'
import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import { instantOf } from '#domain/zones.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'

/** A busy time of the provider or the patient, without the reason. */
export type BusyTime = { of: 'provider' | 'patient'; scheduledAt: Date; duration: number }

/**
 * Returns when a provider and a patient are busy on one day, so that a free time can be picked. An attorney
 * can see only their own days and those of their patients.
 */
export const listBusyTimes = operation(busyTimesInput, async (ctx, input): Promise<BusyTime[]> => {
  authorize(ctx, 'appointment.seeBusy')
  const patient = input.patientId ? await visiblePatient(ctx, input.patientId) : null
  const { providerId, except } = await whose(ctx, patient, input)
  const day = daySpan(ctx, input.day)
  const around = await ctx.db.appointment.findMany({
    where: {
      status: 'scheduled',
      scheduledAt: {
        gt: new Date(day.scheduledAt.getTime() - DURATION.max * 60_000),
        lt: endOf(day),
      },
      OR: [{ providerId }, ...(patient ? [{ patientId: patient.id }] : [])],
      ...(except && { NOT: { id: except } }),
    },
    orderBy: [{ scheduledAt: 'asc' }, { id: 'asc' }],
  })
  const found = around.filter((one) => overlap(one, day))
  await auditListed(ctx, 'appointment', {
    filters: ['busy', 'day', ...(input.providerId ? ['providerId'] : [])],
    count: found.length,
    ...(patient && { patientId: patient.id }),
  })
  return found.flatMap(({ scheduledAt, duration, ...of }): BusyTime[] => [
    ...(of.providerId === providerId ? [{ of: 'provider' as const, scheduledAt, duration }] : []),
    ...(of.patientId === patient?.id ? [{ of: 'patient' as const, scheduledAt, duration }] : []),
  ])
})

const daySpan = ({ timeZone }: OperationContext, day: Day) => {
  const scheduledAt = instantOf(day, '00:00', timeZone)
  const end = instantOf(addDays(day, 1), '00:00', timeZone)
  return { scheduledAt, duration: (end.getTime() - scheduledAt.getTime()) / 60_000 }
}

type BusyTimesInput = { providerId?: string | null | undefined; appointmentId?: string | null | undefined }

/** The users whose times are listed, and the appointment that is being moved, which is left out. */
async function whose(
  ctx: OperationContext,
  patient: Patient | null,
  { providerId, appointmentId }: BusyTimesInput,
): Promise<{ providerId: string; except: string | null }> {
  if (providerId) {
    await checkProviderSeen(ctx, providerId)
    return { providerId, except: appointmentId && isUuid(appointmentId) ? appointmentId : null }
  }
  const open = await ctx.db.appointment.findFirst({
    where: {
      patientId: patient?.id ?? '',
      isConsultation: true,
      status: 'scheduled',
      scheduledAt: { gt: ctx.now() },
    },
  })
  return {
    providerId: patient?.assignedAttorneyId ?? open?.providerId ?? ctx.actor.id,
    except: open?.id ?? null,
  }
}

/** An attorney cannot see another attorney's times, because they would reveal that attorney's patients. */
async function checkProviderSeen({ db, actor }: OperationContext, userId: string): Promise<void> {
  const isSeen = isUuid(userId) && (actor.role !== 'attorney' || userId === actor.id)
  const user = isSeen ? await db.user.findFirst({ where: { id: userId, deletedAt: null } }) : null
  if (!user) throw notFound('User', userId)
}
