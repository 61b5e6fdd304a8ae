import type { ConsentDocument } from '#domain/consent/document.ts'
import { linkHolderInput } from '#domain/consent/signingInputs.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { findIdentifiedConsentRequest, storedDocument } from './findActiveConsentRequest.ts'
import { recordOpening } from './recordOpening.ts'

export type SigningInvitation = { clinicName: string; document: ConsentDocument; expiresAt: Date }

/** Returns the document behind a signing link. Stores the first opening and audits each one. */
export const readConsentRequest = unwrapped(linkHolderInput, (ctx: RequestContext, holder) =>
  inTransaction(ctx, async (inside): Promise<SigningInvitation> => {
    const request = await findIdentifiedConsentRequest(inside, holder)
    await inside.db.consentRequest.updateMany({
      where: { id: request.id, openedAt: null },
      data: { openedAt: inside.now() },
    })
    await recordOpening(inside, request)
    return {
      clinicName: inside.name,
      document: storedDocument(request),
      expiresAt: request.expiresAt,
    }
  }),
)
