import { declineConsentInput } from '#domain/consent/signingInputs.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { endWithoutSignature } from './endWithoutSignature.ts'
import { findConsentRequestForUpdate } from './findActiveConsentRequest.ts'

const NO_REASON = 'No reason given'

/**
 * Records that the patient declines to sign, with the reason if there is one. The link stops working and the clinic is
 * alerted.
 */
export const declineConsent = unwrapped(declineConsentInput, (ctx: RequestContext, { reason, ...holder }) =>
  inTransaction(ctx, async (inside): Promise<true> => {
    const request = await findConsentRequestForUpdate(inside, holder)
    await endWithoutSignature(inside, request, { state: 'declined', reason: reason ?? NO_REASON })
    return true
  }),
)
