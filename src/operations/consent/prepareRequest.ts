import { randomUUID } from 'node:crypto'
import type { IdentityCheck } from '#domain/consent/identityCheck.ts'
import { Failure } from '#domain/errors.ts'
import type { ConsentRequest, Patient } from '#infra/prisma/client.ts'
import { writeDocument } from '../consentTemplates/writeDocument.ts'
import type { OperationContext } from '../context.ts'
import { identityCheckFor } from './identityCheckFor.ts'
import { settleLater } from './settleConsentRequest.ts'

/** What the sender may choose; without it the default template goes, and the clinic's own identity check. */
export type SendingChoices = {
  templateId?: string | null | undefined
  identityCheck?: IdentityCheck | null | undefined
}

/**
 * Commits the intent to have a patient sign, with the text pinned, a key that names it to the provider, and a look at
 * what came of it a minute later.
 */
export async function prepareRequest(
  ctx: OperationContext,
  patient: Patient,
  { templateId, identityCheck }: SendingChoices = {},
): Promise<ConsentRequest> {
  const pinned = await writeDocument(ctx, patient, templateId)
  const now = ctx.now()
  try {
    const request = await ctx.db.consentRequest.create({
      data: {
        patientId: patient.id,
        provider: ctx.signing.current.name,
        idempotencyKey: randomUUID(),
        ...pinned,
        identityCheck: identityCheckFor(ctx, patient, identityCheck),
        sentById: ctx.actor.id,
        createdAt: now,
        expiresAt: new Date(now.getTime() + ctx.consentRules.linkDays * 86_400_000),
      },
    })
    await settleLater(ctx, request)
    return request
  } catch (error) {
    if (!ctx.uniqueConflict(error)) throw error
    throw new Failure('conflict', 'A consent request for this patient is already open')
  }
}
