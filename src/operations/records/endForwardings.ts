import type { ForwardingEnd } from '#domain/records/forwarding.ts'
import type { Prisma } from '#infra/prisma/client.ts'
import { auditAll } from '../audit.ts'
import type { RequestContext } from '../context.ts'

/** The end of a consent closes only links that depend on it. */
const dependent = (endedFor: ForwardingEnd): { basis?: 'authorization' } =>
  endedFor === 'revoked' || endedFor === 'overridden' ? { basis: 'authorization' } : {}

/** Closes the open links to forwarded records of a patient, of a recipient, or both. Call it inside a transaction. */
export async function endForwardings(
  ctx: RequestContext,
  whose: Pick<Prisma.ForwardingWhereInput, 'patientId' | 'patient' | 'recipientId'>,
  endedFor: ForwardingEnd,
): Promise<void> {
  const ended = await ctx.db.forwarding.updateManyAndReturn({
    where: { ...whose, ...dependent(endedFor), endedAt: null, expiresAt: { gt: ctx.now() } },
    data: { endedAt: ctx.now(), endedById: ctx.actor?.id ?? null, endedFor },
    select: { id: true, patientId: true },
  })
  await auditAll(
    ctx,
    ended.map(({ id, patientId }) => ({
      action: 'updated',
      resourceType: 'forwarding',
      resourceId: id,
      patientId,
      details: { fields: ['endedAt'], endedFor },
    })),
  )
}
