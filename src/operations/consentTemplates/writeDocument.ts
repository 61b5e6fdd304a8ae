import { createHash } from 'node:crypto'
import { type ConsentDocument, documentText } from '#domain/consent/document.ts'
import { type ConsentFacts, endOf, mergeFields } from '#domain/consent/mergeFields.ts'
import { recipientsInWords } from '#domain/consent/recipients.ts'
import { scopeInWords } from '#domain/consent/scope.ts'
import type { AuthorizationTerms, ChosenTerms } from '#domain/consent/terms.ts'
import { dayOf, showDay, showInstantDay } from '#domain/dates.ts'
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
  const template = templateId ? await findTemplate(ctx, templateId) : await defaultTemplate(ctx)
  const { id, number, title, body, validDays } = requireSendable(template)
  const version = versionName(template.name, number)
  const facts = consentFacts(ctx, patient, chosen, validDays)
  const document = documentOf({ title, body }, version, facts)
  return {
    document,
    documentSha256: createHash('sha256').update(documentText(document)).digest('hex'),
    templateVersion: version,
    templateVersionId: id,
    validDays,
    terms: {
      ...chosen,
      patient: facts['patient.name'] ?? '',
      discloser: facts['clinic.name'] ?? '',
      ends: facts.ends ?? mergeFields.ends.missing,
    },
  }
}

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
): ConsentFacts => ({
  'patient.name': `${patient.firstName} ${patient.lastName}`,
  'patient.dateOfBirth': patient.dateOfBirth && showDay(dayOf(patient.dateOfBirth)),
  'patient.dateOfInjury': patient.dateOfInjury && showDay(dayOf(patient.dateOfInjury)),
  'patient.injury': patient.injuryDescription,
  'patient.address': patient.address,
  'clinic.name': ctx.name,
  'attorney.name': recipientsInWords(recipients) || null,
  'records.scope': scopeInWords(scope),
  purpose,
  today: showInstantDay(ctx.now(), ctx.timeZone),
  ends: endOf(validDays),
})
