import { createHash } from 'node:crypto'
import { linesOf } from '#domain/consent/attestation.ts'
import { type ConsentDocument, documentText } from '#domain/consent/document.ts'
import { endOf } from '#domain/consent/formFacts.ts'
import type { ConsentFacts } from '#domain/consent/mergeFields.ts'
import { recipientsInWords } from '#domain/consent/recipients.ts'
import { scopeInWords } from '#domain/consent/scope.ts'
import { textOf } from '#domain/consent/standardTemplate.ts'
import type { AuthorizationTerms, ChosenTerms } from '#domain/consent/terms.ts'
import { dayOf } from '#domain/dates.ts'
import type { Language } from '#domain/language.ts'
import { formTexts, purposeIn } from '#domain/patientTexts/formTexts.ts'
import { languageDates, showDayIn } from '#domain/patientTexts/languageDates.ts'
import type { Patient } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { findTemplate, requireSendable, type Template } from './findTemplate.ts'
import { documentOf, versionName } from './readTemplate.ts'
import { keepStandardTemplate } from './standard.ts'

/**
 * What a request stores: the filled text, its hash, its template version, how long a signature is valid, and the terms that
 * the text states.
 */
type PinnedDocument = {
  /** The patient's language, for the signing pages and e-mails. The document may lack a text in it. */
  language: Language
  document: ConsentDocument
  documentSha256: string
  templateVersion: string
  templateVersionId: string
  validDays: number | null
  terms: AuthorizationTerms
}

/**
 * Fills a template, or the default one, for a patient. Throws `not_found` for an unknown template and
 * `conflict` for one that is archived or incomplete.
 */
export async function writeDocument(
  ctx: OperationContext,
  patient: Patient,
  chosen: ChosenTerms,
  templateId?: string | null,
): Promise<PinnedDocument> {
  const template = await templateToSend(ctx, templateId)
  const sent = requireSendable(template)
  const { id, number, validDays } = sent
  const { preferredLanguage: language } = patient
  const written = sent.bodyEs === null ? 'en' : language
  const facts = consentFacts(ctx, patient, chosen, validDays, written)
  const document = documentOf(
    textOf(sent, written),
    versionName(template.name, number, written),
    facts,
    written,
    linesOf(sent),
  )
  return {
    language,
    document,
    documentSha256: createHash('sha256').update(documentText(document)).digest('hex'),
    templateVersion: versionName(template.name, number),
    templateVersionId: id,
    validDays,
    terms: {
      ...chosen,
      purpose: facts.purpose ?? chosen.purpose,
      patient: facts['patient.name'] ?? '',
      discloser: facts['clinic.name'] ?? '',
      ends: formTexts[written].summary.endsAt(facts.ends),
    },
  }
}

/** The chosen template, or the default one. */
export const templateToSend = (ctx: OperationContext, templateId?: string | null): Promise<Template> =>
  templateId ? findTemplate(ctx, templateId) : defaultTemplate(ctx)

async function defaultTemplate(ctx: OperationContext): Promise<Template> {
  const find = () => ctx.db.consentTemplate.findFirst({ where: { isDefault: true }, select: { id: true } })
  let found = await find()
  if (!found) {
    await keepStandardTemplate(ctx)
    found = await find()
  }
  return findTemplate(ctx, found?.id ?? '')
}

/** The facts that a form may contain about a patient, formatted for reading. */
export const consentFacts = (
  ctx: OperationContext,
  patient: Patient,
  { recipients, scope, purpose }: ChosenTerms,
  validDays: number | null,
  language: Language,
): ConsentFacts => ({
  'patient.name': `${patient.firstName} ${patient.lastName}`,
  'patient.dateOfBirth': patient.dateOfBirth && showDayIn(dayOf(patient.dateOfBirth), language),
  'patient.dateOfInjury': patient.dateOfInjury && showDayIn(dayOf(patient.dateOfInjury), language),
  'patient.injury': patient.injuryDescription,
  'patient.address': patient.address,
  'clinic.name': ctx.name,
  'clinic.address': ctx.address,
  'attorney.name': recipientsInWords(recipients, formTexts[language].nextRecipient) || null,
  'records.scope': scopeInWords(scope, formTexts[language].scope),
  purpose: purposeIn(purpose, language),
  today: languageDates[language].day(ctx.now(), ctx.timeZone),
  ends: endOf(validDays, language),
})
