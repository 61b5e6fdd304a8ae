import { declineConsentInput } from '#domain/consent/signingInputs.ts'
import type { Visit } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { endRequest } from './endRequest.ts'
import { heldRequest } from './openRequest.ts'

/**
 * Records that the patient declines to sign, with the reason. The link stops working and the clinic is
 * alerted.
 */
export const declineConsent = unwrapped(declineConsentInput, (ctx: Visit, { reason, ...holder }) =>
  inTransaction(ctx, async (inside): Promise<true> => {
    const request = await heldRequest(inside, holder)
    await endRequest(inside, request, { state: 'declined', reason })
    return true
  }),
)
