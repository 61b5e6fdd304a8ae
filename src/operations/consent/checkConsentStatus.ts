import { signingProblemOf } from '#domain/consent/signingProblem.ts'
import { Failure } from '#domain/errors.ts'
import { patientIdInput } from '#domain/patients/inputs.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { lookAtEnvelope } from './applyEnvelope.ts'
import { recordTrouble } from './recordProviderProblem.ts'

/**
 * Asks the provider for the state of the patient's open request instead of waiting for a webhook. The system
 * actor applies the result; the audit log also records who asked. Throws `conflict` when no envelope is with
 * a provider.
 */
export const checkConsentStatus = unwrapped(
  patientIdInput,
  async (ctx: OperationContext, { patientId }): Promise<Patient> => {
    const patient = await visiblePatient(ctx, patientId)
    authorize(ctx, 'consent.check', patient, { resourceType: 'patient', resourceId: patientId })
    const request = await ctx.db.consentRequest.findFirst({
      where: { patientId, state: 'sent', envelopeId: { not: null } },
    })
    const remote = request && ctx.signing.of(request.provider).remote
    if (!request?.envelopeId || !remote)
      throw new Failure('conflict', 'This patient has no open request at DocuSign')
    const { envelopeId } = request
    await inTransaction(ctx, (inside) =>
      audit(inside, {
        action: 'viewed',
        resourceType: 'consent_request',
        resourceId: request.id,
        patientId,
        details: { asked: request.provider },
      }),
    )
    await lookAtEnvelope({ ...ctx, actor: null }, remote, { ...request, envelopeId }).catch(
      async (cause: unknown) => {
        const trouble = signingProblemOf(cause)
        if (!trouble) throw cause
        await recordTrouble(ctx, request.id, trouble)
        throw new Failure('provider', trouble.message, { cause })
      },
    )
    return visiblePatient(ctx, patientId)
  },
)
