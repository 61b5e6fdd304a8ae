import { linesOf } from '#domain/consent/attestation.ts'
import type { ConsentDocument } from '#domain/consent/document.ts'
import { type ElementName, missingElements } from '#domain/consent/elements.ts'
import { sampleFacts } from '#domain/consent/formFacts.ts'
import type { ConsentFacts } from '#domain/consent/mergeFields.ts'
import { previewConsentTemplateInput } from '#domain/consent/templateInputs.ts'
import type { TemplateProblem } from '#domain/consent/templateText.ts'
import type { Language } from '#domain/language.ts'
import { authorize } from '../authorize.ts'
import { knownTerms } from '../consent/termsFor.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { auditPreview } from './previewConsent.ts'
import { formBlocks, readTemplate } from './readTemplate.ts'
import { consentFacts } from './writeDocument.ts'

/** The preview of an unsaved text, with its problems and missing elements. */
export type TemplatePreview = {
  document: ConsentDocument
  problems: TemplateProblem[]
  lacks: ElementName[]
}

/**
 * Previews an unsaved text with invented facts or with those of a patient. A patient's preview is audited as
 * a view.
 */
export const previewConsentTemplate = operation(
  previewConsentTemplateInput,
  async (
    ctx,
    { title, body, validDays, patientId, language, asksWitness, asksInterpreter },
  ): Promise<TemplatePreview> => {
    authorize(ctx, 'template.manage')
    const read = readTemplate(body.replace(/\r\n?/g, '\n'))
    const lines = linesOf({
      asksWitness: asksWitness ?? false,
      asksInterpreter: asksInterpreter ?? false,
    })
    const facts = patientId
      ? await factsOf(ctx, patientId, validDays, language)
      : sampleFacts(validDays, language)
    return {
      document: { version: 'preview', title, blocks: formBlocks(read, facts, language, lines), language },
      problems: read.problems,
      lacks: missingElements(read.marked),
    }
  },
)

async function factsOf(
  ctx: OperationContext,
  patientId: string,
  validDays: number | null,
  language: Language,
): Promise<ConsentFacts> {
  const patient = await visiblePatient(ctx, patientId)
  authorize(ctx, 'consent.preview', patient, { resourceType: 'patient', resourceId: patientId })
  await auditPreview(ctx, patient)
  return consentFacts(ctx, patient, await knownTerms(ctx, patient, {}), validDays, language)
}
