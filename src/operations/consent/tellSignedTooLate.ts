import type { ConsentRequest } from '#infra/prisma/client.ts'
import { alertPeople } from '../alerts/alertPeople.ts'
import type { Visit } from '../context.ts'

/**
 * A signature that came before the withdrawal did counts for nothing here: it stands with the request, and whoever is
 * concerned hears of it. For inside a transaction, when the provider's news of it is the first.
 */
export async function tellSignedTooLate(
  ctx: Visit,
  { id, patientId }: Pick<ConsentRequest, 'id' | 'patientId'>,
): Promise<void> {
  await ctx.db.consentRequest.update({ where: { id }, data: { providerError: SIGNED_TOO_LATE } })
  const patient = await ctx.db.patient.findUniqueOrThrow({ where: { id: patientId } })
  const concerned = { creator: true, assignee: true }
  await alertPeople(ctx, 'consent_voided', patient, concerned, { reason: SIGNED_TOO_LATE })
}

const SIGNED_TOO_LATE =
  'it had been signed with the provider before it could be taken back, and does not count'
