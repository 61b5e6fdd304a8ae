import type { Patient } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { canAsk } from './identityCheckFor.ts'
import type { SendingChoices } from './prepareRequest.ts'

/**
 * What the sender of a patient's open request had chosen, for the request that takes its place: its template, as that
 * reads now and while it is in use, and the identity check where there was one that can still be answered.
 */
export async function asBefore(ctx: OperationContext, patient: Patient): Promise<SendingChoices> {
  const open = await ctx.db.consentRequest.findFirst({
    where: { patientId: patient.id, state: { in: ['preparing', 'sent'] } },
    select: {
      identityCheck: true,
      template: { select: { template: { select: { id: true, archivedAt: true } } } },
    },
  })
  const template = open?.template?.template
  const isAsked = open && open.identityCheck !== 'none' && canAsk(ctx, patient)[open.identityCheck]
  return {
    templateId: template && !template.archivedAt ? template.id : null,
    identityCheck: isAsked ? open.identityCheck : null,
  }
}
