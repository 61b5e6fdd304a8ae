import { languageOf as documentLanguage } from '#domain/consent/document.ts'
import type { Representative } from '#domain/consent/representative.ts'
import type { Drawing } from '#domain/consent/sheet.ts'
import { isSameName } from '#domain/consent/signerName.ts'
import { COPY_DAYS, PASS_MINUTES, signConsentInput } from '#domain/consent/signingInputs.ts'
import { textOf } from '#domain/consent/standardTemplate.ts'
import type { Language } from '#domain/language.ts'
import { displayEmail } from '#domain/patients/noEmail.ts'
import { answer } from '#domain/patientTexts/answers.ts'
import { noticeTexts } from '#domain/patientTexts/noticeTexts.ts'
import type { ConsentRequest, Patient } from '#infra/prisma/client.ts'
import type { Signature } from '#infra/signing/signature.ts'
import { bodyHash } from '../consentTemplates/versionHash.ts'
import type { RequestContext } from '../context.ts'
import { latestHead } from '../evidence/signHead.ts'
import { inTransaction, invalid, unwrapped } from '../operation.ts'
import { attestationFacts, type Statements } from './attestationFacts.ts'
import { copyPath, copySecret } from './derivedSecrets.ts'
import {
  findConsentRequestForUpdate,
  findIdentifiedConsentRequest,
  newPass,
  storedDocument,
} from './findActiveConsentRequest.ts'
import { mailCopy } from './mailConsentRequest.ts'

import { recordSignature } from './recordSignature.ts'
import { signerFacts } from './signerFacts.ts'

/**
 * What the patient gets: the copy, and where to download it again, because the signing link stops working.
 */
export type SigningReceipt = {
  signedAt: Date
  sha256: string
  content: Uint8Array
  copyPath: string | null
  /** Lets the browser that signed download the copy without an identity check. */
  pass: string
}

const DAY_MS = 86_400_000

/**
 * Records the patient's signature: closes the request, stores the form and its hash, and advances the
 * patient, in one transaction. A later status or a drop stays, but the signature is recorded.
 */
export const signConsent = unwrapped(
  signConsentInput,
  async (
    ctx: RequestContext,
    {
      signerName,
      confirmsName,
      representative,
      witness,
      interpreter,
      drawing,
      agreesToSignElectronically,
      language,
      secret,
      pass: held,
    },
  ): Promise<SigningReceipt> => {
    const holder = { secret, pass: held }
    const request = await findIdentifiedConsentRequest(ctx, holder)
    const patient = await ctx.db.patient.findUniqueOrThrow({ where: { id: request.patientId } })
    const signer = { signerName, confirmsName, representative }
    const capacity = signerFacts(ctx, request, patient, signer)
    const attested = attestationFacts(request, signerName, { witness, interpreter })
    const signedAt = ctx.now()
    const openedAt = request.openedAt
    if (!openedAt) throw invalid({ secret: answer('readFirst') })
    const agreed = agreesToSignElectronically ? signedAt : null
    const disclosureAgreedAt = request.disclosureAgreedAt ?? agreed
    if (!disclosureAgreedAt) throw notAgreed()
    const form = await ctx.renderSignedForm(
      storedDocument(request),
      await signatureOf(ctx, { ...request, openedAt, disclosureAgreedAt }, patient, {
        ...signer,
        ...{ drawing, signedAt, language, witness, interpreter },
      }),
      { name: ctx.name, timeZone: ctx.timeZone },
    )
    const { pass, kept } = newPass(ctx, PASS_MINUTES)
    const copy = copySecret(ctx, request)
    await inTransaction(ctx, async (inside) => {
      const held = await findConsentRequestForUpdate(inside, holder)
      // Asking for paper withdraws the agreement, even while the form is being generated.
      if (!agreed && !held.disclosureAgreedAt) throw notAgreed()
      const facts = {
        ...kept,
        ...capacity,
        ...attested,
        signerName,
        signatureKind: drawing ? ('drawn' as const) : ('typed' as const),
        disclosureVersion: held.disclosureVersion ?? noticeTexts[language ?? 'en'].version,
        disclosureAgreedAt,
        signerIp: inside.request.ipAddress,
        signerUserAgent: inside.request.userAgent,
        copyLinkHash: copy && inside.hashLink(copy),
        copyExpiresAt: new Date(signedAt.getTime() + COPY_DAYS * DAY_MS),
      }
      await recordSignature(inside, held, signedAt, facts, form)
      await mailCopy(inside, held, capacity.representativeEmail)
    })
    return { signedAt, sha256: form.sha256, content: form.content, copyPath: copy && copyPath(copy), pass }
  },
)

const notAgreed = () => invalid({ agreesToSignElectronically: answer('agreeFirst') })

type Signed = Statements & {
  signerName: string
  representative?: Representative | null | undefined
  drawing?: Drawing | null | undefined
  /** The language of the notice, if the signer agrees now. */
  language?: Language | null | undefined
  signedAt: Date
}

/** The details of the signature that are printed on the form. */
async function signatureOf(
  ctx: RequestContext,
  request: ConsentRequest & { openedAt: Date; disclosureAgreedAt: Date },
  patient: Pick<Patient, 'firstName' | 'lastName' | 'email'>,
  { signerName, representative, witness, interpreter, drawing, language, signedAt }: Signed,
): Promise<Signature> {
  const { identityCheck: kind, identityCheckedAt: checkedAt, recordedById } = request
  const colleague = recordedById && (await ctx.db.user.findUnique({ where: { id: recordedById } }))
  const sender = await ctx.db.user.findUniqueOrThrow({ where: { id: request.sentById } })
  const head = await latestHead(ctx)
  const patientName = `${patient.firstName} ${patient.lastName}`
  return {
    ...{ signerName, signedAt },
    confirmedAs: representative || isSameName(signerName, patient) ? null : patientName,
    representative: representative
      ? {
          patientName,
          relation: representative.relation,
          email: representative.email ?? null,
          authority: representative.authority,
          proof: representative.proof,
        }
      : null,
    witness: witness ? { name: witness.name, relation: witness.relation } : null,
    interpreter: interpreter ? { name: interpreter.name, language: interpreter.language } : null,
    openedAt: request.openedAt,
    sentAt: request.sentAt ?? request.createdAt,
    sentBy: `${sender.firstName} ${sender.lastName}`,
    email: displayEmail(patient.email) || null,
    linkSeenBy: request.channel === 'remote' ? await usersWhoSawLink(ctx, request) : null,
    head: head && { sha256: Buffer.from(head.sha256).toString('hex'), signedAt: head.signedAt },
    ipAddress: ctx.request.ipAddress,
    userAgent: ctx.request.userAgent,
    requestId: request.id,
    documentSha256: request.documentSha256,
    kind: drawing ? 'drawn' : 'typed',
    drawing: drawing ?? null,
    channel: request.channel === 'in_person' ? 'in_person' : 'remote',
    recordedBy: colleague ? `${colleague.firstName} ${colleague.lastName}` : null,
    identityCheck: kind !== 'none' && checkedAt ? { kind, checkedAt } : null,
    disclosureAgreedAt: request.disclosureAgreedAt,
    disclosureVersion: request.disclosureVersion ?? noticeTexts[language ?? 'en'].version,
    template: await templateOf(ctx, request),
  }
}

/** The names of the users who saw the signing link of a request, from the audit log. */
async function usersWhoSawLink({ db }: RequestContext, { id, patientId }: ConsentRequest): Promise<string[]> {
  const seen = await db.auditLog.findMany({
    where: { patientId, action: 'viewed', resourceType: 'signing_link', resourceId: id },
    distinct: ['userId'],
    orderBy: { id: 'asc' },
    select: { userId: true, userName: true },
  })
  // Rows from before names were kept have only the user's ID.
  const ids = seen.flatMap(({ userId, userName }) => (userId && userName === null ? [userId] : []))
  const users = ids.length > 0 ? await db.user.findMany({ where: { id: { in: ids } } }) : []
  const names = new Map(users.map((user) => [user.id, `${user.firstName} ${user.lastName}`]))
  return seen.flatMap(({ userId, userName }) => userName ?? names.get(userId ?? '') ?? [])
}

async function templateOf(
  { db }: RequestContext,
  { templateVersionId, ...request }: ConsentRequest,
): Promise<Signature['template']> {
  if (!templateVersionId) return null
  const { template, ...version } = await db.consentTemplateVersion.findUniqueOrThrow({
    where: { id: templateVersionId },
    include: { template: { select: { name: true } } },
  })
  const { number, hashScheme } = version
  // The hash of an earlier release says nothing about the Spanish text, so the form gets that of the text it was made from.
  const sha256 =
    hashScheme === 1 ? bodyHash(textOf(version, documentLanguage(storedDocument(request)))) : version.sha256
  return { name: template.name, number, sha256 }
}
