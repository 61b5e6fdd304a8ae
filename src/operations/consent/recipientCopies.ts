import { randomUUID } from 'node:crypto'
import { mayHaveForm } from '#domain/consent/authorization.ts'
import type { Recipient } from '#domain/consent/recipients.ts'
import { COPY_DAYS } from '#domain/consent/signingInputs.ts'
import type { Patient, RecipientCopy, User } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { queueMail } from '../mail/queueMail.ts'
import { authorizationFacts } from '../records/recordAccess.ts'
import { recipientCopySecret } from './derivedSecrets.ts'
import { formAccessColumns, mayStateInjury, type SignedRequest } from './formAccess.ts'

const DAY_MS = 86_400_000

/** A recipient of a form, and the e-mail address for a link to it. `user` is `null` for one without an account. */
export type Addressed = { recipient: Recipient; email: string; user: Account | null }

type Account = Pick<User, 'id' | 'isActive' | 'deletedAt'>

/**
 * E-mails recipients a link to the signed form. The link asks for the patient's date of birth, so without one on file, or
 * without mail, nothing is sent. Call it inside the transaction.
 */
export async function sendRecipientCopies(
  ctx: RequestContext,
  patient: Patient,
  request: SignedRequest,
  to: readonly Addressed[],
): Promise<void> {
  if (!ctx.mailer || patient.dateOfBirth === null) return
  for (const one of to)
    if (mayHaveCopy(ctx, one, patient, request))
      await mailRecipientCopy(ctx, { patientId: patient.id, requestId: request.id }, one)
}

/** Makes the link of one recipient, with its audit row, and e-mails it. */
export async function mailRecipientCopy(
  ctx: RequestContext,
  { patientId, requestId }: { patientId: string; requestId: string },
  { recipient, email, user }: Addressed,
): Promise<void> {
  const id = randomUUID()
  const secret = recipientCopySecret(ctx, id)
  if (!secret) throw new Error('links cannot be made without the built-in provider')
  const createdAt = ctx.now()
  await ctx.db.recipientCopy.create({
    data: {
      ...{ id, patientId, consentRequestId: requestId, recipient, email, createdAt },
      userId: user?.id ?? null,
      linkHash: ctx.hashLink(secret),
      expiresAt: new Date(createdAt.getTime() + COPY_DAYS * DAY_MS),
    },
  })
  await audit(ctx, { action: 'created', resourceType: 'signed_copy', resourceId: id, patientId })
  await queueMail(ctx, { kind: 'recipient_copy', to: email, requestId, recipientCopyId: id })
}

/** Whether the form is still in force, and still names the recipient of a copy. A link ends with the recipient's account. */
export const mayHaveCopy = (
  { now }: Pick<RequestContext, 'now'>,
  { recipient, user }: Pick<RecipientCopy, 'recipient'> & { user: Account | null },
  patient: Patient,
  request: SignedRequest,
): boolean =>
  patient.status !== 'dropped' &&
  (user === null || (user.isActive && user.deletedAt === null)) &&
  mayHaveForm(
    recipient as Recipient,
    authorizationFacts(patient),
    { requestId: request.id, mayStateInjury: mayStateInjury(request) },
    now(),
  )

/** What decides whether a copy's link works. */
export const copyRelations = {
  patient: true,
  user: { select: { id: true, isActive: true, deletedAt: true } },
  consentRequest: { select: formAccessColumns },
} as const
