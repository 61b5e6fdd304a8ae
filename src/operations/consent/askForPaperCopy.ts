import { linkHolderInput } from '#domain/consent/signingInputs.ts'
import type { ConsentRequest } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { findConsentRequestForUpdate } from './findActiveConsentRequest.ts'

/**
 * Records that the patient wants to sign on paper. This withdraws the agreement to sign electronically (15
 * USC 7001(c)), stops the reminders and alerts the clinic. The link stays valid in case the patient changes
 * their mind.
 */
export const askForPaperCopy = unwrapped(linkHolderInput, (ctx: RequestContext, holder) =>
  inTransaction(ctx, async (inside): Promise<true> => {
    const request = await findConsentRequestForUpdate(inside, holder)
    await inside.db.consentRequest.update({
      where: { id: request.id },
      data: {
        paperRequestedAt: request.paperRequestedAt ?? inside.now(),
        disclosureAgreedAt: null,
        disclosureVersion: null,
        nextReminderAt: null,
      },
    })
    await audit(inside, {
      action: 'updated',
      resourceType: 'consent_request',
      resourceId: request.id,
      patientId: request.patientId,
      userId: null,
      details: { fields: ['paperRequestedAt', 'disclosureAgreedAt'] },
    })
    if (!request.paperRequestedAt) await tell(inside, request)
    return true
  }),
)

async function tell(ctx: RequestContext, { patientId }: ConsentRequest): Promise<void> {
  const patient = await ctx.db.patient.findUniqueOrThrow({ where: { id: patientId } })
  await sendAlert(ctx, 'paper_copy_requested', { patient })
}
