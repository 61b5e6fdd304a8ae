import { signingAwayPath, signingPath } from '#domain/access/screens.ts'
import { IN_PERSON_HOURS } from '#domain/consent/signingInputs.ts'
import { Failure } from '#domain/errors.ts'
import { patientIdInput } from '#domain/patients/inputs.ts'
import { isAddress } from '#domain/patients/noEmail.ts'
import { allowsStep, nextStatus } from '#domain/patients/status.ts'
import type { ConsentRequest, Patient } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { moveAlong } from '../patients/enterStatus.ts'
import { patientForUpdate, visiblePatient } from '../patients/visiblePatient.ts'
import { signOut } from '../sessions/endSessions.ts'
import { refuseKeys } from '../sessions/refuseKeys.ts'
import { closeConsentRequest } from './closeConsentRequest.ts'
import { deliverRequest } from './deliverRequest.ts'
import { newPass } from './findActiveConsentRequest.ts'

import { prepareRequest } from './prepareRequest.ts'
import { previousChoices } from './previousChoices.ts'
import { linesFor } from './readPaperConsentLines.ts'

/** Where the patient signs on this device, and the pass that opens the page. */
export type HandedOver = { path: string; pass: string }

/**
 * Hands this device to the patient. A request that opens only on this device replaces any other. The staff
 * member's session ends, so that the patient can reach nothing but the form.
 */
export const signHere = unwrapped(
  patientIdInput,
  async (ctx: OperationContext, { patientId }): Promise<HandedOver> => {
    const here = await whereItCanBe(ctx, patientId)
    return here.signing.current.remote
      ? signAway(here, patientId)
      : inTransaction(here, (inside) => signOnOurPage(inside, patientId))
  },
)

/**
 * Other providers need an e-mail address, and have no fields for a witness and an interpreter. Patients without an address and
 * forms with these lines are signed on our own page.
 */
async function whereItCanBe(ctx: OperationContext, patientId: string): Promise<OperationContext> {
  const patient = await visiblePatient(ctx, patientId)
  if (!ctx.signing.current.remote) return ctx
  if (isAddress(patient.email) && (await linesFor(ctx, patient)).length === 0) return ctx
  return { ...ctx, signing: { ...ctx.signing, current: ctx.signing.of('built_in') } }
}

async function signOnOurPage(ctx: OperationContext, patientId: string): Promise<HandedOver> {
  const { request, patient, pass } = await prepareForDevice(ctx, patientId)
  const secret = ctx.signing.current.linkSecret(request.idempotencyKey)
  if (!secret) throw new Failure('provider', 'Signing at the clinic is not possible on this server')
  await ctx.db.consentRequest.update({
    where: { id: request.id },
    data: { state: 'sent', sentAt: ctx.now(), linkHash: ctx.hashLink(secret) },
  })
  await moveAlong(ctx, patient, 'send_consent', { docusignEnvelopeId: null })
  await alertSent(ctx, request)
  await signOut(ctx, {})
  return { path: signingPath(secret), pass }
}

/**
 * Signs at another provider, which must have the form first. If that fails, the staff member stays signed in
 * and sees the reason.
 */
async function signAway(ctx: OperationContext, patientId: string): Promise<HandedOver> {
  const { request, pass } = await inTransaction(ctx, (inside) => prepareForDevice(inside, patientId))
  if (!(await deliverRequest(ctx, request)))
    throw new Failure('conflict', 'This consent request was withdrawn while it was being sent')
  await inTransaction(ctx, (inside) => signOut(inside, {}))
  return { path: signingAwayPath(request.id), pass }
}

type Prepared = { request: ConsentRequest; patient: Patient; pass: string }

async function prepareForDevice(ctx: OperationContext, patientId: string): Promise<Prepared> {
  refuseKeys(ctx, 'session')
  const patient = await patientForUpdate(ctx, patientId)
  authorize(ctx, 'consent.signHere', patient, { resourceType: 'patient', resourceId: patientId })
  if (!allowsStep(patient.status, 'return_to_pending')) nextStatus(patient.status, 'send_consent')
  const choices = await previousChoices(ctx, patient)
  const replacesId = await closeWhatWasSent(ctx, patient)
  const prepared = await prepareRequest(ctx, patient, choices)
  const { pass, kept } = newPass(ctx, IN_PERSON_HOURS * 60)
  const request = await ctx.db.consentRequest.update({
    where: { id: prepared.id },
    data: {
      ...kept,
      replacesId,
      channel: 'in_person',
      // The staff member knows the patient in front of them.
      identityCheck: 'none',
      expiresAt: kept.passExpiresAt,
      recordedById: ctx.actor.id,
    },
  })
  return { request, patient, pass }
}

async function closeWhatWasSent(ctx: OperationContext, { id: patientId }: Patient): Promise<string | null> {
  const open = await ctx.db.consentRequest.findFirst({
    where: { patientId, state: { in: ['preparing', 'sent'] } },
    select: { id: true, patientId: true },
  })
  if (!open) return null
  await closeConsentRequest(ctx, open, { state: 'voided', reason: 'The patient signs at the clinic instead' })
  return open.id
}

const alertSent = (ctx: OperationContext, { id, patientId }: ConsentRequest): Promise<void> =>
  audit(ctx, {
    action: 'consent_sent',
    resourceType: 'consent_request',
    resourceId: id,
    patientId,
    details: { channel: 'in_person' },
  })
