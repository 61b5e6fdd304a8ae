import { type ConsentDocument, disclosure } from '#domain/consent/document.ts'
import { signConsentInput } from '#domain/consent/inputs.ts'
import type { ConsentRequest, Patient } from '#infra/prisma/client.ts'
import type { SignedForm } from '#infra/signing/signedForm.ts'
import { alertPeople } from '../alerts/alertPeople.ts'
import { audit } from '../audit.ts'
import type { Visit } from '../context.ts'
import { inTransaction, invalid, unwrapped } from '../operation.ts'
import { moveAlong } from '../patients/enterStatus.ts'
import { holdPatient } from '../patients/visiblePatient.ts'
import { openRequest } from './openRequest.ts'

/** Where the signed form of a patient is served; the route checks access each time. */
const consentFormPath = (patientId: string) => `/api/patients/${patientId}/consent-form`

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
      await closeSigned(inside, request, signerName, signedAt, form)
      await moveOn(inside, request, signedAt)
    })
    return { signedAt, ...form }
  },
)

async function closeSigned(
  ctx: Visit,
  request: ConsentRequest,
  signerName: string,
  signedAt: Date,
  form: SignedForm,
) {
  await ctx.db.consentRequest.update({
    where: { id: request.id },
    data: {
      state: 'signed',
      closedAt: signedAt,
      signerName,
      disclosureVersion: disclosure.version,
      signerIp: ctx.request.ipAddress,
      signerUserAgent: ctx.request.userAgent,
    },
  })
  await ctx.db.signedConsentForm.create({ data: { requestId: request.id, createdAt: signedAt, ...form } })
}

async function moveOn(ctx: Visit, request: ConsentRequest, signedAt: Date) {
  const patient = await ctx.db.patient.findUniqueOrThrow({ where: { id: request.patientId } })
  const proof = {
    consentFormUrl: consentFormPath(patient.id),
    consentSignedAt: signedAt,
    consentIsManual: false,
    consentRevokedAt: null,
  }
  await moveAlong(ctx, patient, 'sign_consent', proof)
  await recordSigning(ctx, request, patient)
}

async function recordSigning(ctx: Visit, request: ConsentRequest, patient: Patient) {
  await audit(ctx, {
    action: 'consent_signed',
    resourceType: 'consent_request',
    resourceId: request.id,
    patientId: patient.id,
  })
  await alertPeople(ctx, 'consent_signed', patient, { creator: true, assignee: true })
}
