import type { ConsentDocument } from '#domain/consent/document.ts'
import { type ElementName, missingElements } from '#domain/consent/elements.ts'
import { type ConsentFacts, sampleFacts } from '#domain/consent/mergeFields.ts'
import { previewConsentTemplateInput } from '#domain/consent/templateInputs.ts'
import { fillTemplate, type TemplateProblem } from '#domain/consent/templateText.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { auditPreview } from './auditPreview.ts'
import { readTemplate } from './readTemplate.ts'
import { consentFacts } from './writeDocument.ts'

/** How a text that is being written would look, what of it cannot be printed, and what it lacks. */
export type TemplatePreview = {
  document: ConsentDocument
  problems: TemplateProblem[]
  lacks: ElementName[]
}

/**
 * Shows a text that is not saved yet: with the facts of somebody made up, or with those of a patient, which is recorded as a
 * view of that patient.
 */
export const previewConsentTemplate = operation(
  previewConsentTemplateInput,
  async (ctx, { title, body, validDays, patientId }): Promise<TemplatePreview> => {
    authorize(ctx, 'template.manage')
    const read = readTemplate(body.replace(/\r\n?/g, '\n'))
    const facts = patientId ? await factsOf(ctx, patientId, validDays) : sampleFacts(validDays)
    return {
      document: { version: 'preview', title, blocks: fillTemplate(read, facts) },
      problems: read.problems,
      lacks: missingElements(read.marked),
    }
  },
)

async function factsOf(
  ctx: OperationContext,
  patientId: string,
  validDays: number | null,
): Promise<ConsentFacts> {
  const patient = await visiblePatient(ctx, patientId)
  authorize(ctx, 'consent.send', patient, { resourceType: 'patient', resourceId: patientId })
  await auditPreview(ctx, patient)
  return consentFacts(ctx, patient, validDays)
}
