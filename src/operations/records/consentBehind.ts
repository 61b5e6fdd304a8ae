import type { Patient } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'

/** A signed form on file, and when it was signed. */
export type StandingConsent = { consentRequestId: string; consentSignedAt: Date }

/**
 * The signed form that a patient's consent rests on at this moment; `null` where there is none on file, or another
 * one was signed than the one that stands.
 */
export async function consentBehind(ctx: RequestContext, patient: Patient): Promise<StandingConsent | null> {
  const { id: patientId, consentSignedAt } = patient
  if (!consentSignedAt) return null
  const signed = await ctx.db.consentRequest.findFirst({
    where: { patientId, state: 'signed', closedAt: consentSignedAt, signed: { isNot: null } },
    orderBy: { createdAt: 'desc' },
    select: { id: true },
  })
  return signed && { consentRequestId: signed.id, consentSignedAt }
}
