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
import { formAccessColumns } from './formAccess.ts'
import { copyRelations, mayHaveCopy } from './recipientCopies.ts'

/** What the page behind the link shows before its holder has confirmed who they are. */
export type SignedCopyState = {
  clinicName: string
  /** Whether the link is that of a recipient of the form, rather than the patient's. */
  isForRecipient: boolean
  language: Language
  expiresAt: Date
  asksDateOfBirth: boolean
  /** When the form was signed. Only the browser that signed it gets this. */
  signedAt: Date | null
  sha256: string | null
}

export type SignedCopy = { content: Uint8Array; sha256: string; isForRecipient: boolean; language: Language }

/** A link that works: the patient's, or that of a recipient. */
type Found = {
  request: ConsentRequest
  patient: Patient
  expiresAt: Date
  attempts: number
  /** `null` for the patient's link. */
  recipientCopyId: string | null
}

async function openCopy(ctx: RequestContext, { secret }: LinkHolder): Promise<Found> {
  const linkHash = ctx.hashLink(secret)
  const found = (await patientsCopy(ctx, linkHash)) ?? (await recipientsCopy(ctx, linkHash))
  if (!found || found.expiresAt <= ctx.now() || found.attempts >= IDENTITY_ATTEMPTS) throw linkNoLongerValid()
  return found
}

async function patientsCopy(ctx: RequestContext, copyLinkHash: string): Promise<Found | null> {
  const found = await ctx.db.consentRequest.findUnique({
    where: { copyLinkHash },
    include: { patient: true },
  })
  if (found?.state !== 'signed' || !found.copyExpiresAt) return null
  const { patient, ...request } = found
  const { copyAttempts: attempts, copyExpiresAt: expiresAt } = found
  return { request, patient, expiresAt, attempts, recipientCopyId: null }
}

/**
 * A recipient's link always asks for the patient's date of birth, because its e-mail address may be mistyped. If none is on
 * file, the link does not work.
 */
async function recipientsCopy(ctx: RequestContext, linkHash: string): Promise<Found | null> {
  const copy = await ctx.db.recipientCopy.findUnique({
    where: { linkHash },
    include: {
      ...copyRelations,
      consentRequest: { include: { signed: formAccessColumns.signed, template: formAccessColumns.template } },
    },
  })
  if (!copy || copy.patient.dateOfBirth === null) return null
  const { id, patient, consentRequest: request, expiresAt, attempts } = copy
  return mayHaveCopy(ctx, copy, patient, request)
    ? { request, patient, expiresAt, attempts, recipientCopyId: id }
    : null
}

const asksDateOfBirth = (
  ctx: RequestContext,
  { request, patient, recipientCopyId }: Found,
  { pass }: LinkHolder,
) => patient.dateOfBirth !== null && (recipientCopyId !== null || !hasPass(ctx, request, pass))

/** The page for recipients is always in English. */
const languageFor = ({ request, recipientCopyId }: Found): Language =>
  recipientCopyId === null ? request.language : 'en'

/** Tells whether the link still works and what it asks for. Changes nothing and is not audited. */
export const readSignedCopyState = unwrapped(
  linkHolderInput,
  async (ctx: RequestContext, holder): Promise<SignedCopyState> => {
    const found = await openCopy(ctx, holder)
    const { request, recipientCopyId } = found
    const justSigned = recipientCopyId === null && hasPass(ctx, request, holder.pass)
    const form = justSigned
      ? await ctx.db.signedConsentForm.findUnique({
          where: { requestId: request.id },
          select: { sha256: true },
        })
      : null
    return {
      clinicName: ctx.name,
      isForRecipient: recipientCopyId !== null,
      language: languageFor(found),
      expiresAt: found.expiresAt,
      asksDateOfBirth: asksDateOfBirth(ctx, found, holder),
      signedAt: justSigned ? request.closedAt : null,
      sha256: form?.sha256 ?? null,
    }
  },
)

/**
 * Returns the signed form to the patient, or to a recipient whom it names. A wrong date of birth is counted and audited; too
 * many lock the link.
 */
export const downloadSignedCopy = unwrapped(
  signedCopyInput,
  async (ctx: RequestContext, { dateOfBirth, ...holder }): Promise<SignedCopy> => {
    const outcome = await inTransaction(ctx, async (inside): Promise<SignedCopy | Failure> => {
      await lockPatientRow(inside, (await openCopy(inside, holder)).patient.id)
      const found = await openCopy(inside, holder)
      if (asksDateOfBirth(inside, found, holder)) {
        if (!dateOfBirth) return invalid({ dateOfBirth: answer('birthdayMissing') })
        const { dateOfBirth: onFile } = found.patient
        if (onFile && dayOf(onFile) !== dateOfBirth) return countWrongAnswer(inside, found)
      }
      return handOut(inside, found)
    })
    if (outcome instanceof Failure) throw outcome
    return outcome
  },
)

async function handOut(ctx: RequestContext, found: Found): Promise<SignedCopy> {
  const { request, recipientCopyId } = found
  const form = await ctx.db.signedConsentForm.findUniqueOrThrow({ where: { requestId: request.id } })
  if (recipientCopyId === null)
    await audit(ctx, {
      ...rowOf(found),
      action: 'downloaded',
      resourceType: 'consent_form',
      resourceId: form.id,
    })
  else {
    await ctx.db.recipientCopy.update({
      where: { id: recipientCopyId },
      data: { downloads: { increment: 1 }, downloadedAt: ctx.now() },
    })
    await audit(ctx, { ...rowOf(found), action: 'downloaded' })
  }
  // A paper form has no such link, so the content is in the database.
  if (!form.content) throw linkNoLongerValid()
  const isForRecipient = recipientCopyId !== null
  return { content: form.content, sha256: form.sha256, isForRecipient, language: languageFor(found) }
}

async function countWrongAnswer(ctx: RequestContext, found: Found): Promise<Failure> {
  const attempts = await countAttempt(ctx, found)
  await audit(ctx, { ...rowOf(found), action: 'denied', details: { code: 'identity', attempts } })
  if (attempts >= IDENTITY_ATTEMPTS) {
    await audit(ctx, { ...rowOf(found), action: 'locked', details: { attempts } })
    return linkNoLongerValid()
  }
  return invalid({ dateOfBirth: answer('birthdayWrong') })
}

async function countAttempt({ db }: RequestContext, { request, recipientCopyId }: Found): Promise<number> {
  if (recipientCopyId === null) {
    const { copyAttempts } = await db.consentRequest.update({
      where: { id: request.id },
      data: { copyAttempts: { increment: 1 } },
    })
    return copyAttempts
  }
  const { attempts } = await db.recipientCopy.update({
    where: { id: recipientCopyId },
    data: { attempts: { increment: 1 } },
  })
  return attempts
}

const rowOf = ({ request, recipientCopyId }: Found) => ({
  resourceType: 'signed_copy' as const,
  resourceId: recipientCopyId ?? request.id,
  patientId: request.patientId,
  userId: null,
})
