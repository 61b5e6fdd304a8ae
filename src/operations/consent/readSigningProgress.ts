import { linkHolderInput } from '#domain/consent/signingInputs.ts'
import type { ConsentRequest } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { unwrapped } from '../operation.ts'
import { findActiveConsentRequest, isIdentified } from './findActiveConsentRequest.ts'

/**
 * The patient's progress through signing. Contains no patient data, because the holder may not be the
 * patient.
 */
export type SigningProgress = Pick<
  ConsentRequest,
  'identityCheck' | 'channel' | 'disclosureAgreedAt' | 'openedAt' | 'paperRequestedAt' | 'expiresAt'
> & {
  clinicName: string
  step: 'identity' | 'notice' | 'document'
  /** When the e-mailed code expires; `null` if none was sent. */
  codeExpiresAt: Date | null
}

/** The step at which the patient continues. Changes nothing and is not audited. */
export const readSigningProgress = unwrapped(
  linkHolderInput,
  async (ctx: RequestContext, holder): Promise<SigningProgress> => {
    const request = await findActiveConsentRequest(ctx, holder)
    const { identityCheck, channel, disclosureAgreedAt, openedAt, paperRequestedAt, expiresAt } = request
    const isKnown = isIdentified(ctx, request, holder)
    const code = request.identityCodeHash && request.identityCodeExpiresAt
    return {
      clinicName: ctx.name,
      step: isKnown ? (disclosureAgreedAt ? 'document' : 'notice') : 'identity',
      ...{ identityCheck, channel, expiresAt },
      codeExpiresAt: code && code > ctx.now() ? code : null,
      disclosureAgreedAt: isKnown ? disclosureAgreedAt : null,
      openedAt: isKnown ? openedAt : null,
      paperRequestedAt: isKnown ? paperRequestedAt : null,
    }
  },
)
