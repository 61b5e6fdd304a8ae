import { randomUUID } from 'node:crypto'
import { mayHaveForm } from '#domain/consent/authorization.ts'
import { currentRecipients, type Recipient, type SignedAuthorization } from '#domain/consent/recipients.ts'
import { COPY_DAYS } from '#domain/consent/signingInputs.ts'
import type { Patient, RecipientCopy } from '#infra/prisma/client.ts'
import { auditAll } from '../audit.ts'
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
  const createdAt = ctx.now()
  const copies = currentRecipients(authorization).flatMap((recipient) => {
    const id = randomUUID()
    const secret = recipientCopySecret(ctx, id)
    if (recipient.userId || !recipient.email || !secret) return []
    if (!mayHaveCopy(ctx, { recipient }, patient, request)) return []
    return [{ id, recipient, email: recipient.email, linkHash: ctx.hashLink(secret) }]
  })
  const about = { patientId: patient.id, consentRequestId: request.id }
  await ctx.db.recipientCopy.createMany({
    data: copies.map((copy) => ({
      ...copy,
      ...about,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + COPY_DAYS * DAY_MS),
    })),
  })
  await auditAll(
    ctx,
    copies.map(({ id }) => ({
      action: 'created' as const,
      resourceType: 'signed_copy',
      resourceId: id,
      patientId: patient.id,
    })),
  )
  for (const { id, email } of copies)
    await queueMail(ctx, {
      kind: 'recipient_copy',
      to: email,
      requestId: request.id,
      recipientCopyId: id,
    })
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
