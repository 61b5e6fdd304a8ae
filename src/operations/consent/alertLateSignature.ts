import type { ConsentRequest } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import type { RequestContext } from '../context.ts'

/**
 * Alerts people that a form was signed before it could be voided. The signature is stored with the request
 * but does not count. Call it inside a transaction, when the provider first reports the signature.
 */
export async function alertLateSignature(
  ctx: RequestContext,
  { id, patientId }: Pick<ConsentRequest, 'id' | 'patientId'>,
): Promise<void> {
  await ctx.db.consentRequest.update({ where: { id }, data: { providerError: SIGNED_TOO_LATE } })
  const patient = await ctx.db.patient.findUniqueOrThrow({ where: { id: patientId } })
  await sendAlert(ctx, 'consent_voided', { patient, reason: SIGNED_TOO_LATE })
}

const SIGNED_TOO_LATE = 'it was signed with the provider before it could be voided, so it does not count'
