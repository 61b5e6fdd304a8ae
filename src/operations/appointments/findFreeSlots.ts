import { DURATION, endOf, SLOTS_MAX } from '#domain/appointments/appointment.ts'
import { freeSlots } from '#domain/appointments/freeSlots.ts'
import { freeSlotsInput } from '#domain/appointments/inputs.ts'
import { addDays, clinicDay, startOfDay } from '#domain/dates.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { whoseTimes } from './whoseTimes.ts'

/** The days of one search, and how far ahead of today searches can go. */
export const SEARCHED_DAYS = 31
export const AHEAD_DAYS = 366

/** The most appointments, and the most closures, that one search reads. It ends where they end. */
export const READ_MAX = 1_000

/** When free slots start, and where to search for more; `null` if that is too far ahead. */
export type FreeSlots = { slots: Date[]; nextFrom: Date | null }

/**
 * Finds the next slots in which a provider works and neither the provider nor the patient has an appointment. Does
 * not reveal why other times are busy. An attorney can search only their own times, for their own patients.
 */
export const findFreeSlots = operation(freeSlotsInput, async (ctx, input): Promise<FreeSlots> => {
  authorize(ctx, 'appointment.seeBusy')
  const patient = input.patientId ? await visiblePatient(ctx, input.patientId) : null
  const { providerId, except } = await whoseTimes(ctx, patient, input)
  const { duration } = input
  // A slot that starts now could not be booked anymore.
  const from = latest(input.from ?? ctx.now(), new Date(ctx.now().getTime() + 1))
  const horizon = dayStart(ctx, ctx.now(), AHEAD_DAYS)
  const window = { from, until: earliest(dayStart(ctx, from, SEARCHED_DAYS), horizon) }
  const { busy, until } = await readBusySpans(ctx, { ...window, providerId, patientId: patient?.id, except })
  const hours = await ctx.db.workingHours.findMany({ where: { providerId } })

  const slots = freeSlots({ from, until, duration, hours, busy, timeZone: ctx.timeZone })
  const last = slots[SLOTS_MAX - 1]
  const onward = last ? endOf({ scheduledAt: last, duration }) : until
  await auditListed(ctx, 'appointment', {
    filters: ['free', ...(input.providerId ? ['providerId'] : [])],
    count: slots.length,
    ...(patient && { patientId: patient.id }),
  })
  return { slots, nextFrom: from < onward && onward < horizon ? onward : null }
})

const latest = (one: Date, other: Date) => (one > other ? one : other)
const earliest = (one: Date, other: Date | undefined) => (other && other < one ? other : one)

/** The start of the day that is `days` days after an instant's. No slot reaches across it. */
const dayStart = ({ timeZone }: OperationContext, at: Date, days: number) =>
  startOfDay(addDays(clinicDay(at, timeZone), days), timeZone)

type Window = {
  from: Date
  until: Date
  providerId: string
  patientId: string | undefined
  except: string | null
}

/** Reads the appointments and closures of a window. With too many of them, the window ends at the first one unread. */
async function readBusySpans(
  { db }: OperationContext,
  { from, until, providerId, patientId, except }: Window,
) {
  const appointments = await db.appointment.findMany({
    select: { scheduledAt: true, duration: true },
    where: {
      status: 'scheduled',
      scheduledAt: { gt: new Date(from.getTime() - DURATION.max * 60_000), lt: until },
      OR: [{ providerId }, ...(patientId ? [{ patientId }] : [])],
      ...(except && { NOT: { id: except } }),
    },
    orderBy: [{ scheduledAt: 'asc' }, { id: 'asc' }],
    take: READ_MAX + 1,
  })
  const closures = await db.closure.findMany({
    select: { startsAt: true, endsAt: true },
    where: {
      OR: [{ providerId: null }, { providerId }],
      startsAt: { lt: until },
      endsAt: { gt: from },
    },
    orderBy: [{ startsAt: 'asc' }, { id: 'asc' }],
    take: READ_MAX + 1,
  })
  const visits = appointments.map((one) => ({ startsAt: one.scheduledAt, endsAt: endOf(one) }))
  const unread = earliest(until, visits[READ_MAX]?.startsAt)
  return { busy: [...visits, ...closures], until: earliest(unread, closures[READ_MAX]?.startsAt) }
}
