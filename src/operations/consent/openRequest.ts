import { Failure } from '#domain/errors.ts'
import type { ConsentRequest } from '#infra/prisma/client.ts'
import type { Visit } from '../context.ts'

/**
 * The request a link's secret belongs to. A link that was never ours, was used, voided or has run out gets one
 * and the same answer, because whoever holds it may not be the patient.
 */
export async function openRequest(
  ctx: Visit,
  secret: string,
): Promise<ConsentRequest & { openedAt: Date | null }> {
  const request = await ctx.db.consentRequest.findUnique({ where: { linkHash: ctx.hashLink(secret) } })
  if (request?.state !== 'sent' || request.expiresAt <= ctx.now()) throw linkIsDead()
  return request
}

const linkIsDead = () =>
  new Failure('not_found', 'This link is no longer valid. Ask the clinic to send you a new one.', {
    subject: { resourceType: 'signing_link' },
  })
