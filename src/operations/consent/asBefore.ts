import type { OperationContext } from '../context.ts'
import type { SendingChoices } from './prepareRequest.ts'

/**
 * What the sender of a patient's open request had chosen, for the request that takes its place: its template, as that
 * reads now and while it is in use, and the identity check where there was one.
 */
export async function asBefore({ db }: OperationContext, patientId: string): Promise<SendingChoices> {
  const open = await db.consentRequest.findFirst({
    where: { patientId, state: { in: ['preparing', 'sent'] } },
    select: {
      identityCheck: true,
      template: { select: { template: { select: { id: true, archivedAt: true } } } },
    },
  })
  const template = open?.template?.template
  return {
    templateId: template && !template.archivedAt ? template.id : null,
    identityCheck: open && open.identityCheck !== 'none' ? open.identityCheck : null,
  }
}
