import { type ConsentDocument, disclosure } from '#domain/consent/document.ts'
import { signConsentInput } from '#domain/consent/inputs.ts'
import type { Visit } from '../context.ts'
import { inTransaction, invalid, unwrapped } from '../operation.ts'
import { holdPatient } from '../patients/visiblePatient.ts'
import { openRequest } from './openRequest.ts'
import { recordSignature } from './recordSignature.ts'

/** What the patient keeps: the copy is handed out in the moment of signing, since the link is then dead. */
export type SigningReceipt = { signedAt: Date; sha256: string; content: Uint8Array }

/**
 * The patient's signature: closes the request, stores the form and its hash, and moves the patient on, in one
 * transaction. A status further along, or dropped, is never pulled back; the signature is recorded all the same.
 */
export const signConsent = unwrapped(
  signConsentInput,
  async (ctx: Visit, { secret, signerName }): Promise<SigningReceipt> => {
    const visitor = { ...ctx, actor: null }
    const request = await openRequest(visitor, secret)
    if (!request.openedAt) throw invalid({ secret: 'Open and read the document before signing it' })
    const signedAt = ctx.now()
    const form = await ctx.renderSignedForm(
      request.document as unknown as ConsentDocument,
      {
        signerName,
        signedAt,
        openedAt: request.openedAt,
        sentAt: request.sentAt ?? request.createdAt,
        ipAddress: ctx.request.ipAddress,
        userAgent: ctx.request.userAgent,
        requestId: request.id,
        documentSha256: request.documentSha256,
      },
      { name: ctx.name, timeZone: ctx.timeZone },
    )
    await inTransaction(visitor, async (inside) => {
      await holdPatient(inside, request.patientId)
      await openRequest(inside, secret)
      const facts = {
        signerName,
        signatureKind: 'typed' as const,
        disclosureVersion: disclosure.version,
        disclosureAgreedAt: signedAt,
        signerIp: inside.request.ipAddress,
        signerUserAgent: inside.request.userAgent,
      }
      await recordSignature(inside, request, signedAt, facts, form)
    })
    return { signedAt, ...form }
  },
)
