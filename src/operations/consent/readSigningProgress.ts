import { linkHolderInput } from '#domain/consent/signingInputs.ts'
import type { ConsentRequest } from '#infra/prisma/client.ts'
import type { Visit } from '../context.ts'
import { unwrapped } from '../operation.ts'
import { isIdentified, openRequest } from './openRequest.ts'

/** How far the patient has come behind a link. Nothing of the patient is in it, whoever holds the link. */
export type SigningProgress = Pick<
  ConsentRequest,
  'identityCheck' | 'channel' | 'disclosureAgreedAt' | 'openedAt' | 'paperRequestedAt' | 'expiresAt'
> & {
  clinicName: string
  step: 'identity' | 'notice' | 'document'
  /** Until when the code that was e-mailed counts; `null` where none is on its way. */
  codeExpiresAt: Date | null
}

/** Where the patient goes on. Asking changes and records nothing. */
export const readSigningProgress = unwrapped(
  linkHolderInput,
  async (ctx: Visit, holder): Promise<SigningProgress> => {
    const request = await openRequest(ctx, holder)
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
