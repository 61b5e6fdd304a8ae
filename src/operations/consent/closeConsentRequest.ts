import type { ConsentRequest, Prisma } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { withdrawLater } from './withdrawEnvelope.ts'

/** How a request ends without a signature. */
export type Ending = { state: 'declined' | 'expired' | 'voided'; reason: string }

/** Requests that can still end in a signature: sent, being sent, or waiting for a retry. */
export const unended = {
  OR: [{ state: { in: ['preparing', 'sent'] } }, { state: 'failed', retryAt: { not: null } }],
} satisfies Prisma.ConsentRequestWhereInput

/**
 * Closes an open request and its link; `false` when it was no longer open. After the commit, a job voids the
 * envelope at the provider.
 */
export async function closeConsentRequest(
  ctx: RequestContext,
  request: Pick<ConsentRequest, 'id' | 'patientId'>,
  { state, reason }: Ending,
): Promise<boolean> {
  const { count } = await ctx.db.consentRequest.updateMany({
    where: { id: request.id, ...unended },
    data: { state, closedAt: ctx.now(), closeReason: reason, nextReminderAt: null, retryAt: null },
  })
  if (count === 0) return false
  await audit(ctx, {
    action: `consent_${state}`,
    resourceType: 'consent_request',
    resourceId: request.id,
    patientId: request.patientId,
  })
  await withdrawLater(ctx, request.id)
  return true
}
