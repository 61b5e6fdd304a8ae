import type { FormLine } from '#domain/consent/attestation.ts'
import { signingBar } from '#domain/consent/representative.ts'
import { linkHolderInput } from '#domain/consent/signingInputs.ts'
import { clinicDay } from '#domain/dates.ts'
import type { ConsentRequest } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { unwrapped } from '../operation.ts'
import { findActiveConsentRequest, isIdentified, storedDocument } from './findActiveConsentRequest.ts'

/**
 * The patient's progress through signing. Contains no patient data, because the holder may not be the
 * patient.
 */
export type SigningProgress = Pick<
  ConsentRequest,
  | 'identityCheck'
  | 'channel'
  | 'language'
  | 'disclosureAgreedAt'
  | 'openedAt'
  | 'paperRequestedAt'
  | 'expiresAt'
> & {
  clinicName: string
  step: 'identity' | 'notice' | 'document'
  /** When the e-mailed code expires; `null` if none was sent. */
  codeExpiresAt: Date | null
  /** Whether the patient is a minor or has died, so that a representative signs. Shown after the identity check only. */
  needsRepresentative: boolean
  /** Whether the representative has uploaded a proof of authority. */
  hasProof: boolean
  /** The lines of the form besides the signature. Shown after the identity check only. */
  lines: FormLine[]
}

/** The step at which the patient continues. Changes nothing and is not audited. */
export const readSigningProgress = unwrapped(
  linkHolderInput,
  async (ctx: RequestContext, holder): Promise<SigningProgress> => {
    const request = await findActiveConsentRequest(ctx, holder)
    const { identityCheck, channel, language, disclosureAgreedAt, openedAt, paperRequestedAt, expiresAt } =
      request
    const isKnown = isIdentified(ctx, request, holder)
    const code = request.identityCodeHash && request.identityCodeExpiresAt
    return {
      clinicName: ctx.name,
      step: isKnown ? (disclosureAgreedAt ? 'document' : 'notice') : 'identity',
      ...{ identityCheck, channel, language, expiresAt },
      codeExpiresAt: code && code > ctx.now() ? code : null,
      disclosureAgreedAt: isKnown ? disclosureAgreedAt : null,
      openedAt: isKnown ? openedAt : null,
      paperRequestedAt: isKnown ? paperRequestedAt : null,
      needsRepresentative: isKnown && (await patientCannotSign(ctx, request)),
      hasProof: isKnown && request.proofRecordId !== null,
      lines: isKnown ? (storedDocument(request).lines ?? []) : [],
    }
  },
)

async function patientCannotSign(ctx: RequestContext, { patientId }: ConsentRequest): Promise<boolean> {
  const { db, now, timeZone, consentRules } = ctx
  const patient = await db.patient.findUniqueOrThrow({
    where: { id: patientId },
    select: { dateOfBirth: true, dateOfDeath: true },
  })
  return signingBar(patient, null, clinicDay(now(), timeZone), consentRules.adultAge) !== null
}
