import { DURATION, endOf, overlap } from '#domain/appointments/appointment.ts'
import { busyTimesInput } from '#domain/appointments/inputs.ts'
import { addDays, type Day } from '#domain/dates.ts'
import { instantOf } from '#domain/zones.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { whoseTimes } from './whoseTimes.ts'

/** A busy time of the provider or the patient, without the reason. */
export type BusyTime = { of: 'provider' | 'patient'; scheduledAt: Date; duration: number }

/**
 * Returns when a provider and a patient are busy on one day, so that a free time can be picked. An attorney
 * can see only their own days and those of their patients.
 */
export const listBusyTimes = operation(busyTimesInput, async (ctx, input): Promise<BusyTime[]> => {
  authorize(ctx, 'appointment.seeBusy')
  const patient = input.patientId ? await visiblePatient(ctx, input.patientId) : null
  const { providerId, except } = await whoseTimes(ctx, patient, input)
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
