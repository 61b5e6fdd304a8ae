import { createHash, randomUUID } from 'node:crypto'
import { documentText } from '#domain/consent/document.ts'
import { authorizationFor } from '#domain/consent/template.ts'
import { dayOf, showDay } from '#domain/dates.ts'
import { Failure } from '#domain/errors.ts'
import type { ConsentRequest, Patient } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { settleLater } from './settleConsentRequest.ts'

/**
 * Commits the intent to have a patient sign, with the text pinned, a key that names it to the provider, and a look at
 * what came of it a minute later.
 */
export async function prepareRequest(ctx: OperationContext, patient: Patient): Promise<ConsentRequest> {
  const document = authorizationFor({
    patientName: `${patient.firstName} ${patient.lastName}`,
    dateOfBirth: patient.dateOfBirth && showDay(dayOf(patient.dateOfBirth)),
    dateOfInjury: patient.dateOfInjury && showDay(dayOf(patient.dateOfInjury)),
    clinicName: ctx.name,
    attorneyName: await attorneyName(ctx, patient),
  })
  const now = ctx.now()
  try {
    const request = await ctx.db.consentRequest.create({
      data: {
        patientId: patient.id,
        provider: ctx.signing.current.name,
        idempotencyKey: randomUUID(),
        document,
        documentSha256: createHash('sha256').update(documentText(document)).digest('hex'),
        templateVersion: document.version,
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

async function attorneyName({ db }: OperationContext, patient: Patient): Promise<string | null> {
  if (!patient.assignedAttorneyId) return null
  const assignee = await db.user.findUnique({ where: { id: patient.assignedAttorneyId } })
  return assignee?.role === 'attorney' ? `${assignee.firstName} ${assignee.lastName}` : null
}
