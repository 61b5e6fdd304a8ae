import { clash, DURATION, endOf, overlap } from '#domain/appointments/appointment.ts'
import { unavailability } from '#domain/appointments/availability.ts'
import { Failure } from '#domain/errors.ts'
import type { Appointment } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { holdUser } from '../users/forUpdate.ts'

type Slot = Pick<Appointment, 'patientId' | 'providerId' | 'scheduledAt' | 'duration'>
type Terms = {
  /** The appointment that moves into the slot; `null` for a new one. */
  current: Appointment | null
  /** Whether to take the slot even if it is busy. */
  bookAnyway: boolean
  /** The input field to which an error belongs. */
  field: string
}

/** Who is busy, by the name of the violated constraint. */
const taken = {
  appointments_provider_is_free: clash.provider,
  appointments_patient_is_free: clash.patient,
} as const
type Constraint = keyof typeof taken

const refusal = (message: string, field: string) =>
  new Failure('conflict', message, { reason: 'slot_taken', fields: { [field]: message } })

/**
 * Writes an appointment into a slot of its provider and its patient; the caller has locked the patient. A slot that is
 * busy or in which the provider is not available is a `conflict` unless booked anyway. An appointment over another one
 * is marked. Database constraints catch bookings at the same moment.
 */
export async function takeSlot(
  ctx: OperationContext,
  slot: Slot,
  { current, bookAnyway, field }: Terms,
  write: (isDoubleBooked: boolean) => Promise<Appointment>,
): Promise<{ appointment: Appointment; bookedAnyway: boolean }> {
  if (current && isSameSlot(current, slot)) {
    return { appointment: await write(current.isDoubleBooked), bookedAnyway: false }
  }
  await holdUser(ctx, slot.providerId)
  const inTheWay = await busy(ctx, slot, current)
  const obstacle = inTheWay ? taken[inTheWay] : await unavailable(ctx, slot)
  if (obstacle && !bookAnyway) throw refusal(obstacle, field)
  const appointment = await refuseDoubleBooking(ctx, field, () => write(inTheWay !== null))
  return { appointment, bookedAnyway: obstacle !== null }
}

const isSameSlot = (one: Slot, other: Slot) =>
  one.providerId === other.providerId &&
  one.duration === other.duration &&
  one.scheduledAt.getTime() === other.scheduledAt.getTime()

/** The database's constraints ignore appointments marked as double-booked, so this query checks those too. */
async function busy(
  ctx: OperationContext,
  slot: Slot,
  current: Appointment | null,
): Promise<Constraint | null> {
  const { patientId, providerId, scheduledAt } = slot
  const longestBefore = new Date(scheduledAt.getTime() - DURATION.max * 60_000)
  const around = await ctx.db.appointment.findMany({
    where: {
      status: 'scheduled',
      OR: [{ providerId }, { patientId }],
      scheduledAt: { gt: longestBefore, lt: endOf(slot) },
      ...(current && { NOT: { id: current.id } }),
    },
  })
  const others = around.filter((other) => overlap(slot, other))
  if (others.some((other) => other.providerId === providerId)) return 'appointments_provider_is_free'
  return others.length > 0 ? 'appointments_patient_is_free' : null
}

/** Why the provider is not available: a closure, or the working hours. */
async function unavailable({ db, timeZone }: OperationContext, slot: Slot): Promise<string | null> {
  const { providerId, scheduledAt } = slot
  const hours = await db.workingHours.findMany({ where: { providerId } })
  const closures = await db.closure.findMany({
    where: {
      OR: [{ providerId: null }, { providerId }],
      startsAt: { lt: endOf(slot) },
      endsAt: { gt: scheduledAt },
    },
    // The clinic's comes first, and one is enough.
    orderBy: { providerId: { sort: 'desc', nulls: 'first' } },
    take: 1,
  })
  return unavailability(slot, { hours, closures }, timeZone)
}

/** Turns a violated constraint into a `conflict` with a message. */
export async function refuseDoubleBooking<Result>(
  ctx: OperationContext,
  field: string,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    const met = ctx.exclusionConflict(error)
    const constraint = (Object.keys(taken) as Constraint[]).find((name) => met?.includes(name))
    throw constraint ? refusal(taken[constraint], field) : error
  }
}
