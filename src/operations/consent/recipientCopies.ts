import { randomUUID } from 'node:crypto'
import { mayHaveForm } from '#domain/consent/authorization.ts'
import { currentRecipients, type Recipient, type SignedAuthorization } from '#domain/consent/recipients.ts'
import { COPY_DAYS } from '#domain/consent/signingInputs.ts'
import type { Patient, RecipientCopy } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { queueMail } from '../mail/queueMail.ts'
import { authorizationFacts } from '../records/recordAccess.ts'
import { recipientCopySecret } from './derivedSecrets.ts'
import { formAccessColumns, mayStateInjury, type SignedRequest } from './formAccess.ts'

const DAY_MS = 86_400_000

/**
 * E-mails a link to the signed form to the recipients who are no users, and whose address the sender gave. The link asks for
 * the patient's date of birth, so without one on file, or without mail, nothing is sent. Call it inside the transaction.
 */
export async function sendRecipientCopies(
  ctx: RequestContext,
  patient: Patient,
  authorization: SignedAuthorization,
  request: SignedRequest,
): Promise<void> {
  if (!ctx.mailer || patient.dateOfBirth === null) return
  for (const recipient of currentRecipients(authorization))
    if (!recipient.userId && recipient.email && mayHaveCopy(ctx, { recipient }, patient, request))
      await mailRecipientCopy(
        ctx,
        { patientId: patient.id, requestId: request.id },
        recipient,
        recipient.email,
      )
}

/** Makes the link of one recipient, with its audit row, and e-mails it. */
export async function mailRecipientCopy(
  ctx: RequestContext,
  { patientId, requestId }: { patientId: string; requestId: string },
  recipient: Recipient,
  email: string,
): Promise<void> {
  const id = randomUUID()
  const secret = recipientCopySecret(ctx, id)
  if (!secret) throw new Error('links cannot be made without the built-in provider')
  const createdAt = ctx.now()
  await ctx.db.recipientCopy.create({
    data: {
      ...{ id, patientId, consentRequestId: requestId, recipient, email, createdAt },
      linkHash: ctx.hashLink(secret),
      expiresAt: new Date(createdAt.getTime() + COPY_DAYS * DAY_MS),
    },
  })
  await audit(ctx, { action: 'created', resourceType: 'signed_copy', resourceId: id, patientId })
  await queueMail(ctx, { kind: 'recipient_copy', to: email, requestId, recipientCopyId: id })
}

/** Whether the form is still in force, and still names the recipient of a copy. */
export const mayHaveCopy = (
  { now }: Pick<RequestContext, 'now'>,
  { recipient }: Pick<RecipientCopy, 'recipient'>,
  patient: Patient,
  request: SignedRequest,
): boolean =>
  patient.status !== 'dropped' &&
  mayHaveForm(
    recipient as Recipient,
    authorizationFacts(patient),
    { requestId: request.id, mayStateInjury: mayStateInjury(request) },
    now(),
  )

/** What decides whether a copy's link works. */
export const copyRelations = { patient: true, consentRequest: { select: formAccessColumns } } as const
