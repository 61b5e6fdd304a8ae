import { randomUUID } from 'node:crypto'
import type { IdentityCheck } from '#domain/consent/identityCheck.ts'
import { Failure } from '#domain/errors.ts'
import type { ConsentRequest, Patient } from '#infra/prisma/client.ts'
import { writeDocument } from '../consentTemplates/writeDocument.ts'
import type { OperationContext } from '../context.ts'
import { identityCheckFor } from './identityCheckFor.ts'
import { type ChosenRecipients, recipientsFor } from './recipientsFor.ts'
import { scheduleRecovery } from './recoverConsentRequest.ts'

/**
 * What the sender may choose. Defaults: the default template, the clinic's identity check, and as recipient the assigned
 * attorney or the clinic's default recipient.
 */
export type SendingChoices = {
  templateId?: string | null | undefined
  identityCheck?: IdentityCheck | null | undefined
  recipients?: ChosenRecipients
}

/**
 * Commits the intent to send before the provider is called: the fixed text, its recipients, the idempotency key and a job
 * that checks the result a minute later.
 */
export async function prepareRequest(
  ctx: OperationContext,
  patient: Patient,
  { templateId, identityCheck, recipients: chosen }: SendingChoices = {},
): Promise<ConsentRequest> {
  const recipients = await recipientsFor(ctx, patient, chosen)
  const pinned = await writeDocument(ctx, patient, recipients, templateId)
  const now = ctx.now()
  try {
    const request = await ctx.db.consentRequest.create({
      data: {
        patientId: patient.id,
        provider: ctx.signing.current.name,
        idempotencyKey: randomUUID(),
        ...pinned,
        recipients,
        identityCheck: identityCheckFor(ctx, patient, identityCheck),
        sentById: ctx.actor.id,
        createdAt: now,
        expiresAt: new Date(now.getTime() + ctx.consentRules.linkDays * 86_400_000),
      },
    })
    await scheduleRecovery(ctx, request)
    return request
  } catch (error) {
    if (!ctx.uniqueConflict(error)) throw error
    throw new Failure('conflict', 'A consent request for this patient is already open')
  }
}
