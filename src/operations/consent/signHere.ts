import { signingPath } from '#domain/access/screens.ts'
import { IN_PERSON_HOURS } from '#domain/consent/signingInputs.ts'
import { Failure } from '#domain/errors.ts'
import { patientIdInput } from '#domain/patients/inputs.ts'
import { allowsStep, nextStatus } from '#domain/patients/status.ts'
import type { ConsentRequest, Patient } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { moveAlong } from '../patients/enterStatus.ts'
import { lockedPatient } from '../patients/visiblePatient.ts'
import { refuseKeys } from '../sessions/refuseKeys.ts'
import { signOut } from '../sessions/signOut.ts'
import { asBefore } from './asBefore.ts'
import { closeOpenRequest } from './closeOpenRequest.ts'
import { newPass } from './pass.ts'
import { prepareRequest } from './prepareRequest.ts'

/** Where the patient reads and signs on this device, and what the device has to carry so that the page opens. */
export type HandedOver = { path: string; pass: string }

/**
 * Hands the device in front over to the patient: a request that opens on this device alone replaces whatever was
 * sent, and the session of whoever hands it over ends, so that nothing but the form can be reached from it.
 */
export const signHere = operation(patientIdInput, async (ctx, { patientId }): Promise<HandedOver> => {
  refuseKeys(ctx, 'session')
  const patient = await lockedPatient(ctx, patientId)
  authorize(ctx, 'consent.signHere', patient, { resourceType: 'patient', resourceId: patientId })
  if (!allowsStep(patient.status, 'return_to_pending')) nextStatus(patient.status, 'send_consent')
  const choices = await asBefore(ctx, patient)
  await closeOpenRequest(ctx, patient, 'The patient signs at the clinic instead')
  const request = await prepareRequest(ctx, patient, choices)
  const secret = ctx.signing.of('built_in').linkSecret(request.idempotencyKey)
  if (!secret) throw new Failure('provider', 'Signing at the clinic is not possible on this server')
  const pass = await openOnThisDevice(ctx, request, secret)
  await moveAlong(ctx, patient, 'send_consent', { docusignEnvelopeId: null })
  await tellSent(ctx, request, patient)
  await signOut(ctx, {})
  return { path: signingPath(secret), pass }
})

async function openOnThisDevice(
  ctx: OperationContext,
  { id }: ConsentRequest,
  secret: string,
): Promise<string> {
  const { pass, kept } = newPass(ctx, IN_PERSON_HOURS * 60)
  await ctx.db.consentRequest.update({
    where: { id },
    data: {
      ...kept,
      state: 'sent',
      provider: 'built_in',
      channel: 'in_person',
      // Whoever hands the device over knows whom they hand it to.
      identityCheck: 'none',
      sentAt: ctx.now(),
      linkHash: ctx.hashLink(secret),
      expiresAt: kept.passExpiresAt,
      recordedById: ctx.actor.id,
    },
  })
  return pass
}

const tellSent = (ctx: OperationContext, request: ConsentRequest, patient: Patient): Promise<void> =>
  audit(ctx, {
    action: 'consent_sent',
    resourceType: 'consent_request',
    resourceId: request.id,
    patientId: patient.id,
    details: { channel: 'in_person' },
  })
