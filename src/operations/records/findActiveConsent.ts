import { countedReview } from '#domain/consent/review.ts'
import type { Patient } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'

/** A stored signed form, and its signing time. */
export type ActiveConsent = { consentRequestId: string; consentSignedAt: Date }

/**
 * The signed form of a patient's current consent. `null` if none is stored, or if the stored one is not of the current
 * consent or waits for a review.
 */
export async function findActiveConsent(
  ctx: RequestContext,
  patient: Patient,
): Promise<ActiveConsent | null> {
  const { id: patientId, consentSignedAt } = patient
  if (!consentSignedAt) return null
  const signed = await ctx.db.consentRequest.findFirst({
    where: {
      ...{ patientId, state: 'signed', closedAt: consentSignedAt, signed: { isNot: null } },
      ...countedReview,
    },
    orderBy: { createdAt: 'desc' },
    select: { id: true },
  })
  return signed && { consentRequestId: signed.id, consentSignedAt }
}
