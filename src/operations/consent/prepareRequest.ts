import { randomUUID } from 'node:crypto'
import { isUnnamed } from '#domain/clinic/settings.ts'
import { type ConsentDocument, documentText, languageOf } from '#domain/consent/document.ts'
import type { IdentityCheck } from '#domain/consent/identityCheck.ts'
import { missingTerms } from '#domain/consent/terms.ts'
import { dayOf } from '#domain/dates.ts'
import { conflict, Failure } from '#domain/errors.ts'
import { showDayIn } from '#domain/patientTexts/languageDates.ts'
import type { ConsentRequest, Patient } from '#infra/prisma/client.ts'
import { writeDocument } from '../consentTemplates/writeDocument.ts'
import type { OperationContext } from '../context.ts'
import { invalid } from '../operation.ts'
import { identityCheckFor } from './identityCheckFor.ts'
import { scheduleRecovery } from './recoverConsentRequest.ts'
import { type TermChoices, termsFor } from './termsFor.ts'

/** What the sender may choose. Defaults: the default template, the clinic's identity check, and those of `termsFor`. */
export type SendingChoices = TermChoices & {
  templateId?: string | null | undefined
  identityCheck?: IdentityCheck | null | undefined
  /** Whether the recipients get a copy when the form is signed; see `tellRecipients`. */
  copyToRecipients?: boolean | null | undefined
  /** Whether the patient stays at the status instead of moving to Consent Sent. */
  keepsStatus?: boolean | undefined
}

/**
 * Commits the intent to send before the provider is called: the fixed text, the terms that it states, the idempotency key
 * and a job that checks the result a minute later. Throws `invalid` with the field that an authorization lacks.
 */
export async function prepareRequest(
  ctx: OperationContext,
  patient: Patient,
  { templateId, identityCheck, copyToRecipients, keepsStatus = false, ...choices }: SendingChoices = {},
): Promise<ConsentRequest> {
  refuseUnnamedClinic(ctx)
  const chosen = await termsFor(ctx, patient, choices)
  const { terms, ...pinned } = await writeDocument(ctx, patient, chosen, templateId)
  refuseLinesElsewhere(ctx, pinned.document)
  const missing = missingTerms(terms)
  if (Object.keys(missing).length > 0) throw invalid(missing)
  const { recipients, scope, purpose, discloser, ends } = terms
  const now = ctx.now()
  try {
    const request = await ctx.db.consentRequest.create({
      data: {
        patientId: patient.id,
        provider: ctx.signing.current.name,
        idempotencyKey: randomUUID(),
        ...pinned,
        ...statedIn(pinned.document, patient),
        ...{ recipients: [...recipients], scope, purpose, discloser, ends, keepsStatus },
        copyToRecipients: copyToRecipients ?? false,
        identityCheck: identityCheckFor(ctx, patient, identityCheck),
        sentById: ctx.actor.id,
        createdAt: now,
        expiresAt: new Date(now.getTime() + ctx.consentRules.linkDays * 86_400_000),
      },
    })
    await scheduleRecovery(ctx, request)
    return request
  } catch (error) {
    if (!ctx.uniqueConflict(error)) throw error
    throw conflict('request_open', 'A consent request for this patient is already open')
  }
}

/** The patient's details that a form states, to learn when they change. */
function statedIn(
  document: ConsentDocument,
  { firstName, lastName, dateOfBirth }: Patient,
): Pick<ConsentRequest, 'statedName' | 'statedBirthDate'> {
  const text = documentText(document)
  const name = `${firstName} ${lastName}`
  const day = dateOfBirth && showDayIn(dayOf(dateOfBirth), languageOf(document))
  return {
    statedName: text.includes(name) ? name : null,
    statedBirthDate: day && text.includes(day) ? dateOfBirth : null,
  }
}

/** An authorization names who may disclose (45 CFR 164.508(c)(1)(ii)). */
function refuseUnnamedClinic({ settings }: OperationContext): void {
  if (isUnnamed(settings.current().name))
    throw new Failure(
      'conflict',
      'The form must state the name of the clinic, which is not set yet. An administrator can enter it in Settings, Clinic Settings.',
    )
}

/** Another provider has one signer, and no fields for a witness and an interpreter. */
function refuseLinesElsewhere({ signing }: OperationContext, { lines = [] }: ConsentDocument): void {
  if (lines.length > 0 && signing.current.remote)
    throw new Failure(
      'conflict',
      'This form asks for a witness or an interpreter, and DocuSign has no fields for them. Send another template, have the patient sign with “Sign Here Now”, or record the form on paper.',
    )
}
