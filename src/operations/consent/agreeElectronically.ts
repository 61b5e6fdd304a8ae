import { agreeElectronicallyInput } from '#domain/consent/signingInputs.ts'
import { noticeTexts } from '#domain/patientTexts/noticeTexts.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { findConsentRequestForUpdate } from './findActiveConsentRequest.ts'

/**
 * Records that the patient read the notice of 15 USC 7001(c) and agrees to sign electronically. Stores the
 * version of the notice and the time.
 */
export const agreeElectronically = unwrapped(
  agreeElectronicallyInput,
  (ctx: RequestContext, { language, ...holder }) =>
    inTransaction(ctx, async (inside): Promise<true> => {
      const { version } = noticeTexts[language ?? 'en']
      const request = await findConsentRequestForUpdate(inside, holder)
      await inside.db.consentRequest.update({
        where: { id: request.id },
        data: { disclosureAgreedAt: inside.now(), disclosureVersion: version },
      })
      await audit(inside, {
        action: 'updated',
        resourceType: 'consent_request',
        resourceId: request.id,
        patientId: request.patientId,
        userId: null,
        details: { fields: ['disclosureAgreedAt'], disclosure: version },
      })
      return true
    }),
)
