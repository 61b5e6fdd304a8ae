import { signingPath } from '#domain/access/screens.ts'
import { Failure } from '#domain/errors.ts'
import { patientIdInput } from '#domain/patients/inputs.ts'
import { displayEmail } from '#domain/patients/noEmail.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'

export type SigningLink = { path: string; email: string; sentAt: Date; expiresAt: Date }

/** Returns the patient's link, so that staff can pass it on when mail is off. Each view is audited. */
export const showSigningLink = operation(patientIdInput, async (ctx, { patientId }): Promise<SigningLink> => {
  const patient = await visiblePatient(ctx, patientId)
  authorize(ctx, 'consent.seeLink', patient, { resourceType: 'patient', resourceId: patientId })
  const request = await ctx.db.consentRequest.findFirst({
    where: { patientId, state: 'sent', channel: 'remote', expiresAt: { gt: ctx.now() } },
  })
  const secret =
    request && ctx.signing.of(request.provider).linkSecret(request.idempotencyKey, request.linkHash)
  if (!request || !secret) throw new Failure('conflict', 'This patient has no open signing link')
  await audit(ctx, {
    action: 'viewed',
    resourceType: 'signing_link',
    resourceId: request.id,
    patientId,
  })
  return {
    path: signingPath(secret),
    email: displayEmail(patient.email),
    sentAt: request.sentAt ?? request.createdAt,
    expiresAt: request.expiresAt,
  }
})
