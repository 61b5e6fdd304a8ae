import { DURATION } from '#domain/appointments/appointment.ts'
import { addClosureInput, closureIdInput, closureListInput } from '#domain/appointments/inputs.ts'
import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { Closure, Prisma } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, invalid, operation, parse } from '../operation.ts'
import { checkPerson } from './workingHours.ts'

/** The most rows of one list. */
export const CLOSURES_MAX = 500

type Selection = { include?: Prisma.ClosureInclude }

/** A closure, and on demand the number of scheduled appointments in it that the actor can see on the calendar. */
export type CountedClosure = Closure & { appointmentCount: () => Promise<number> }

/**
 * Returns the closures that overlap with a time, by their beginning. Attorneys see their own and those of the whole
 * clinic.
 */
export function listClosures(
  ctx: OperationContext,
  raw: { from: string; to: string },
  selection: Selection = {},
): Promise<CountedClosure[]> {
  const { from, to } = parse(closureListInput, raw)
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'appointment.seeBusy')
    const closures = await inside.db.closure.findMany({
      ...selection,
      where: {
        startsAt: { lt: to },
        endsAt: { gt: from },
        ...visible(inside),
      },
      orderBy: [{ startsAt: 'asc' }, { id: 'asc' }],
      take: CLOSURES_MAX,
    })
    let counts: ReturnType<typeof countAppointments> | undefined
    return closures.map((closure) => ({
      ...closure,
      appointmentCount: async () => {
        // One statement for all closures, and none for a caller that does not ask.
        counts ??= countAppointments(ctx, closures)
        return (await counts).get(closure.id) ?? 0
      },
    }))
  })
}

/** Closes the clinic, or one provider's calendar, for some time. Appointments in it stay, and are counted. */
export const addClosure = operation(addClosureInput, async (ctx, input): Promise<CountedClosure> => {
  const { providerId = null, startsAt, endsAt, reason = null } = input
  authorize(ctx, 'availability.edit', { userId: providerId }, { resourceType: 'closure' })
  if (providerId !== null) await checkPerson(ctx, providerId)
  if (endsAt <= ctx.now()) throw invalid({ endsAt: 'The end must be in the future' })
  const closure = await ctx.db.closure.create({
    data: { providerId, startsAt, endsAt, reason, createdById: ctx.actor.id, createdAt: ctx.now() },
  })
  await audit(ctx, {
    action: 'created',
    resourceType: 'closure',
    resourceId: closure.id,
    details: closureFacts(closure),
  })
  // Counted now, in this transaction.
  const counts = await countAppointments(ctx, [closure])
  return { ...closure, appointmentCount: async () => counts.get(closure.id) ?? 0 }
})

/** Removes a closure and returns its ID. The audit log keeps when it was. */
export const removeClosure = operation(closureIdInput, async (ctx, { closureId }): Promise<string> => {
  const found = isUuid(closureId)
    ? await ctx.db.closure.findFirst({ where: { id: closureId, ...visible(ctx) } })
    : null
  const subject = { resourceType: 'closure' as const, resourceId: closureId }
  if (!found) {
    authorize(ctx, 'availability.edit')
    throw notFound('Closure', closureId)
  }
  authorize(ctx, 'availability.edit', { userId: found.providerId }, subject)
  await ctx.db.closure.deleteMany({ where: { id: found.id } })
  await audit(ctx, { action: 'deleted', ...subject, details: closureFacts(found) })
  return found.id
})

/** The number of scheduled appointments in each closure that has any. */
async function countAppointments(
  { db, actor }: OperationContext,
  closures: readonly Closure[],
): Promise<Map<string, number>> {
  const whose = actor.role === 'attorney' ? actor.id : null
  // An appointment lasts a day at most, so that the index on its time narrows the search.
  const rows = await db.$queryRaw<{ id: string; count: number }[]>`
    SELECT closure.id::text, count(*)::int AS count
    FROM closures closure JOIN appointments appointment
      ON appointment.scheduled_at > closure.starts_at - make_interval(mins => ${DURATION.max}::int)
      AND appointment.scheduled_at < closure.ends_at
      AND appointment.scheduled_at + make_interval(mins => appointment.duration) > closure.starts_at
      AND appointment.provider_id = coalesce(closure.provider_id, ${whose}::uuid, appointment.provider_id)
    WHERE closure.id = ANY(${closures.map(({ id }) => id)}::uuid[]) AND appointment.status = 'scheduled'
    GROUP BY closure.id`
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Attorneys see when the clinic is closed and when they themselves are away. */
const visible = ({ actor }: OperationContext): Prisma.ClosureWhereInput =>
  actor.role === 'attorney' ? { OR: [{ providerId: null }, { providerId: actor.id }] } : {}

/** What the audit log keeps of a closure. */
export const closureFacts = ({
  providerId,
  startsAt,
  endsAt,
}: Pick<Closure, 'providerId' | 'startsAt' | 'endsAt'>) => ({
  providerId,
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
})
