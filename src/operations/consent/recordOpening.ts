import type { ConsentRequest } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'

/** Audits that the patient opened the form, by any channel, with no user as actor. Updates open screens. */
export const recordOpening = (
  ctx: RequestContext,
  { id, patientId }: Pick<ConsentRequest, 'id' | 'patientId'>,
): Promise<void> =>
  audit(ctx, {
    action: 'viewed',
    resourceType: 'consent_request',
    resourceId: id,
    patientId,
    userId: null,
  })
