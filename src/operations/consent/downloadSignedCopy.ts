import { IDENTITY_ATTEMPTS, linkHolderInput, signedCopyInput } from '#domain/consent/signingInputs.ts'
import { dayOf } from '#domain/dates.ts'
import { Failure } from '#domain/errors.ts'
import type { Language } from '#domain/language.ts'
import { answer } from '#domain/patientTexts/answers.ts'
import type { ConsentRequest, Patient } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction, invalid, unwrapped } from '../operation.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'
import { hasPass, type LinkHolder, linkNoLongerValid } from './findActiveConsentRequest.ts'

/** What the page behind the link shows before the patient has confirmed who they are. */
export type SignedCopyState = {
  clinicName: string
  language: Language
  expiresAt: Date
  asksDateOfBirth: boolean
  /** When the form was signed. Only the browser that signed it gets this. */
  signedAt: Date | null
  sha256: string | null
}

export type SignedCopy = { content: Uint8Array; sha256: string; language: Language }

type Found = ConsentRequest & { patient: Patient; copyExpiresAt: Date }

async function openCopy(ctx: RequestContext, { secret }: LinkHolder): Promise<Found> {
  const request = await ctx.db.consentRequest.findUnique({
    where: { copyLinkHash: ctx.hashLink(secret) },
    include: { patient: true },
  })
  const { copyExpiresAt } = request ?? {}
  if (request?.state !== 'signed' || !copyExpiresAt || copyExpiresAt <= ctx.now()) throw linkNoLongerValid()
  if (request.copyAttempts >= IDENTITY_ATTEMPTS) throw linkNoLongerValid()
  return { ...request, copyExpiresAt }
}

const asksDateOfBirth = (ctx: RequestContext, request: Found, { pass }: LinkHolder) =>
  request.patient.dateOfBirth !== null && !hasPass(ctx, request, pass)

/** Tells whether the link still works and what it asks for. Changes nothing and is not audited. */
export const readSignedCopyState = unwrapped(
  linkHolderInput,
  async (ctx: RequestContext, holder): Promise<SignedCopyState> => {
    const request = await openCopy(ctx, holder)
    const justSigned = hasPass(ctx, request, holder.pass)
    const form = justSigned
      ? await ctx.db.signedConsentForm.findUnique({
          where: { requestId: request.id },
          select: { sha256: true },
        })
      : null
    return {
      clinicName: ctx.name,
      language: request.language,
      expiresAt: request.copyExpiresAt,
      asksDateOfBirth: asksDateOfBirth(ctx, request, holder),
      signedAt: justSigned ? request.closedAt : null,
      sha256: form?.sha256 ?? null,
    }
  },
)

/**
 * Returns the signed form to the patient. A wrong date of birth is counted and audited; too many lock the
 * link.
 */
export const downloadSignedCopy = unwrapped(
  signedCopyInput,
  async (ctx: RequestContext, { dateOfBirth, ...holder }): Promise<SignedCopy> => {
    const outcome = await inTransaction(ctx, async (inside): Promise<SignedCopy | Failure> => {
      await lockPatientRow(inside, (await openCopy(inside, holder)).patientId)
      const request = await openCopy(inside, holder)
      if (asksDateOfBirth(inside, request, holder)) {
        if (!dateOfBirth) return invalid({ dateOfBirth: answer('birthdayMissing') })
        const { dateOfBirth: onFile } = request.patient
        if (onFile && dayOf(onFile) !== dateOfBirth) return countWrongAnswer(inside, request)
      }
      return handOut(inside, request)
    })
    if (outcome instanceof Failure) throw outcome
    return outcome
  },
)

async function handOut(ctx: RequestContext, request: Found): Promise<SignedCopy> {
  const form = await ctx.db.signedConsentForm.findUniqueOrThrow({ where: { requestId: request.id } })
  await audit(ctx, {
    ...rowOf(request),
    action: 'downloaded',
    resourceType: 'consent_form',
    resourceId: form.id,
  })
  // A paper form has no such link, so the content is in the database.
  if (!form.content) throw linkNoLongerValid()
  return { content: form.content, sha256: form.sha256, language: request.language }
}

async function countWrongAnswer(ctx: RequestContext, request: Found): Promise<Failure> {
  const { copyAttempts: attempts } = await ctx.db.consentRequest.update({
    where: { id: request.id },
    data: { copyAttempts: { increment: 1 } },
  })
  await audit(ctx, { ...rowOf(request), action: 'denied', details: { code: 'identity', attempts } })
  if (attempts >= IDENTITY_ATTEMPTS) {
    await audit(ctx, { ...rowOf(request), action: 'locked', details: { attempts } })
    return linkNoLongerValid()
  }
  return invalid({ dateOfBirth: answer('birthdayWrong') })
}

const rowOf = ({ id, patientId }: Found) => ({
  resourceType: 'signed_copy',
  resourceId: id,
  patientId,
  userId: null,
})
