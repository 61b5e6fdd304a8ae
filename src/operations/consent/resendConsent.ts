import { Failure } from '#domain/errors.ts'
import { patientIdInput } from '#domain/patients/inputs.ts'
import { isAddress, SENT_NOWHERE } from '#domain/patients/noEmail.ts'
import type { ConsentRequest, Patient } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'
import { closeConsentRequest } from './closeConsentRequest.ts'
import { deliverRequest } from './deliverRequest.ts'
import { prepareRequest } from './prepareRequest.ts'
import { previousChoices } from './previousChoices.ts'
import { refuseAttorneyAfterRevocation, refuseTooManyForms } from './sendConsent.ts'

/**
 * Asks a patient again who has not signed. The commit that creates the new request with its full period also
 * kills the old link. A patient at Consent Sent without an open request gets one.
 */
export const resendConsent = unwrapped(
  patientIdInput,
  async (ctx: OperationContext, { patientId }): Promise<Patient> => {
    const request = await inTransaction(ctx, (inside) => replace(inside, patientId))
    const delivered = await deliverRequest(ctx, request)
    if (!delivered)
      throw new Failure('conflict', 'This consent request was withdrawn while it was being sent')
    return delivered
  },
)

async function replace(ctx: OperationContext, patientId: string): Promise<ConsentRequest> {
  const patient = await patientForUpdate(ctx, patientId)
  authorize(ctx, 'consent.send', patient, { resourceType: 'patient', resourceId: patientId })
  refuseAttorneyAfterRevocation(ctx, patient)
  const open = await ctx.db.consentRequest.findFirst({
    where: { patientId, state: { in: ['preparing', 'sent'] } },
    select: { id: true, patientId: true, state: true },
  })
  if (open?.state === 'preparing')
    throw new Failure('conflict', 'A consent request for this patient is being sent now')
  if (!open && patient.status !== 'consent_sent')
    throw new Failure('conflict', 'This patient has no consent request to resend')
  if (!isAddress(patient.email)) throw new Failure('conflict', SENT_NOWHERE)
  await refuseTooManyForms(ctx, patientId)
  const choices = await previousChoices(ctx, patient)
  if (open) await closeConsentRequest(ctx, open, { state: 'voided', reason: 'Sent again' })
  const request = await prepareRequest(ctx, patient, choices)
  if (!open) return request
  return ctx.db.consentRequest.update({ where: { id: request.id }, data: { replacesId: open.id } })
}
