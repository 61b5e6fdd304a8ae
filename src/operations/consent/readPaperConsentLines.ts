import { type FormLine, linesOf } from '#domain/consent/attestation.ts'
import { patientIdInput } from '#domain/patients/inputs.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import { findVersionToSend } from '../consentTemplates/findTemplate.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { previousChoices } from './previousChoices.ts'

/**
 * The lines of the form that the patient signs next: that of the open request, else the default one. A clinic that has none
 * yet gets the built-in template, which has no lines.
 */
export async function linesFor(ctx: OperationContext, patient: Patient): Promise<FormLine[]> {
  const { templateId } = await previousChoices(ctx, patient)
  const version = await findVersionToSend(ctx, templateId)
  return version ? linesOf(version) : []
}

/** Returns the lines besides the signature that a paper form of this patient has. */
export const readPaperConsentLines = operation(
  patientIdInput,
  async (ctx, { patientId }): Promise<FormLine[]> => {
    const patient = await visiblePatient(ctx, patientId)
    authorize(ctx, 'consent.recordPaper', patient, { resourceType: 'patient', resourceId: patientId })
    return linesFor(ctx, patient)
  },
)
