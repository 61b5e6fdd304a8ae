import type { ConsentRequest } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { Visit } from '../context.ts'

/** That the patient opened the form, by whichever way: an act of nobody of the clinic. Open screens hear of it. */
export const noteOpening = (
  ctx: Visit,
  { id, patientId }: Pick<ConsentRequest, 'id' | 'patientId'>,
): Promise<void> =>
  audit(ctx, {
    action: 'viewed',
    resourceType: 'consent_request',
    resourceId: id,
    patientId,
    userId: null,
  })
