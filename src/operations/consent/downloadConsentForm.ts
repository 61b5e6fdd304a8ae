import { consentFormInput } from '#domain/consent/inputs.ts'
import { notFound } from '#domain/errors.ts'
import { fileTypes, isRecordType } from '#domain/records/fileTypes.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'

export type ConsentForm = { content: Uint8Array; sha256: string; fileName: string; mimeType: string }

/** A signed form of a patient, byte for byte as it was stored: of one request, or the newest. */
export const downloadConsentForm = operation(
  consentFormInput,
  async (ctx, { patientId, requestId }): Promise<ConsentForm> => {
    const patient = await visiblePatient(ctx, patientId)
    authorize(ctx, 'consent.view', patient, { resourceType: 'patient', resourceId: patientId })
    const form = await ctx.db.signedConsentForm.findFirst({
      where: { request: { patientId, ...(requestId && { id: requestId }) } },
      orderBy: { createdAt: 'desc' },
    })
    if (!form) throw notFound('Consent form', patientId)
    await audit(ctx, {
      action: 'downloaded',
      resourceType: 'consent_form',
      resourceId: form.id,
      patientId,
    })
    return {
      content: form.content,
      sha256: form.sha256,
      fileName: `consent-${patient.lastName}-${form.createdAt.toISOString().slice(0, 10)}.${endingOf(form.mediaType)}`,
      mimeType: form.mediaType,
    }
  },
)

const endingOf = (mediaType: string) => (isRecordType(mediaType) && fileTypes[mediaType].endings[0]) || 'pdf'
