import type { ConsentDocument } from '#domain/consent/document.ts'
import { previewConsentInput } from '#domain/consent/templateInputs.ts'
import type { Language } from '#domain/language.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { knownTerms } from '../consent/termsFor.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { hidesClinicalTexts } from '../records/recordAccess.ts'
import { writeDocument } from './writeDocument.ts'

/** A form that was not sent, and what the sender should know about it. */
export type ConsentPreview = ConsentDocument & {
  preferredLanguage: Language
  /** Whether the form gives the address to which the patient can write to revoke it (45 CFR 164.508(c)(2)(i)). */
  statesAddress: boolean
}

/**
 * Returns the form as it would be sent to a patient now. It contains patient data, so it is audited as a view. The injury
 * is left out for an attorney who has no access to the records.
 */
export const previewConsent = operation(
  previewConsentInput,
  async (ctx, { patientId, templateId, ...chosen }): Promise<ConsentPreview> => {
    const patient = await visiblePatient(ctx, patientId)
    authorize(ctx, 'consent.preview', patient, { resourceType: 'patient', resourceId: patientId })
    const terms = await knownTerms(ctx, patient, chosen)
    const shown = hidesClinicalTexts(ctx, patient) ? { ...patient, injuryDescription: null } : patient
    const { document } = await writeDocument(ctx, shown, terms, templateId)
    await auditPreview(ctx, patient)
    const { preferredLanguage } = patient
    return { ...document, preferredLanguage, statesAddress: Boolean(ctx.address) }
  },
)

/** Audits that a form with a patient's data was shown. */
export const auditPreview = (ctx: OperationContext, { id }: { id: string }): Promise<void> =>
  audit(ctx, {
    action: 'viewed',
    resourceType: 'patient',
    resourceId: id,
    patientId: id,
    details: { as: 'consent form preview' },
  })
