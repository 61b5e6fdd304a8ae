import { consentFormPath } from '#domain/access/screens.ts'
import { expiryOf } from '#domain/consent/authorization.ts'
import {
  acceptSignedFormInput,
  countedReview,
  expiredWhileWaiting,
  rejectSignedFormInput,
} from '#domain/consent/review.ts'
import { showInstantDay } from '#domain/dates.ts'
import { Failure, notFound } from '#domain/errors.ts'
import { allowsStep, nextStatus } from '#domain/patients/status.ts'
import { isUuid } from '#domain/text.ts'
import type { ConsentRequest, Patient } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { enterStatus } from '../patients/enterStatus.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'
import { closeReview } from './closeReview.ts'
import { countSignature } from './countSignature.ts'
import { tellRecipients } from './tellRecipients.ts'

/**
 * Accepts a signed form that waited for a review. From now on it opens what it names. Throws `conflict` if it expired while
 * it waited: an expired authorization is not valid (45 CFR 164.508(b)(2)(i)).
 */
export const acceptSignedForm = operation(
  acceptSignedFormInput,
  async (ctx, { patientId, requestId }): Promise<Patient> => {
    const { patient, request } = await waitingForm(ctx, patientId, requestId)
    const signedAt = request.closedAt ?? ctx.now()
    const expiry = expiryOf(request, signedAt)
    if (expiry && expiry <= ctx.now())
      throw new Failure('conflict', expiredWhileWaiting(showInstantDay(expiry, ctx.timeZone)))
    await closeReview(ctx, request, { state: 'accepted' })
    const opened = await countSignature(ctx, patient, request, signedAt)
    const except = await tellRecipients(ctx, opened, request)
    await sendAlert(ctx, 'consent_signed', { patient, except })
    return opened
  },
)

/**
 * Rejects a signed form that waited for a review. The form does not count, and the patient returns to Pending Consent if
 * this form had moved the patient to Consent Signed.
 */
export const rejectSignedForm = operation(
  rejectSignedFormInput,
  async (ctx, { patientId, requestId, reason }): Promise<Patient> => {
    const { patient, request } = await waitingForm(ctx, patientId, requestId)
    await closeReview(ctx, request, { state: 'rejected', reason })
    const returned = await returnPatient(ctx, patient, request, reason)
    await sendAlert(ctx, 'consent_rejected', { patient, reason })
    return returned
  },
)

/** The patient's form that waits for a review. Throws `not_found` for another patient's, `conflict` if it does not wait. */
async function waitingForm(
  ctx: OperationContext,
  patientId: string,
  requestId: string,
): Promise<{ patient: Patient; request: ConsentRequest }> {
  const patient = await patientForUpdate(ctx, patientId)
  authorize(ctx, 'consent.review', patient, { resourceType: 'patient', resourceId: patientId })
  const request = isUuid(requestId)
    ? await ctx.db.consentRequest.findFirst({ where: { id: requestId, patientId } })
    : null
  if (!request) throw notFound('Consent request', requestId)
  if (patient.reviewRequestId !== request.id)
    throw new Failure('conflict', 'This form does not wait for a review')
  return { patient, request }
}

async function returnPatient(
  ctx: OperationContext,
  patient: Patient,
  { closedAt }: ConsentRequest,
  reason: string,
): Promise<Patient> {
  const { id, status, consentSignedAt, consentIsManual } = patient
  const isBase = !consentIsManual && consentSignedAt?.getTime() === closedAt?.getTime()
  if (!isBase) return ctx.db.patient.update({ where: { id }, data: { reviewRequestId: null } })
  const changes = { reviewRequestId: null, ...(await earlierConsent(ctx, patient)) }
  return allowsStep(status, 'reject_signature')
    ? enterStatus(ctx, patient, nextStatus(status, 'reject_signature'), { ...changes, reason })
    : ctx.db.patient.update({ where: { id }, data: changes })
}

/** The signing time and form from before the rejected signature. An earlier revocation or expiry stays. */
async function earlierConsent({ db }: OperationContext, { id: patientId }: Patient) {
  const earlier = await db.consentRequest.findFirst({
    where: { patientId, state: 'signed', ...countedReview },
    orderBy: { closedAt: 'desc' },
    select: { closedAt: true },
  })
  return {
    consentSignedAt: earlier?.closedAt ?? null,
    consentFormUrl: earlier ? consentFormPath(patientId) : null,
  }
}
