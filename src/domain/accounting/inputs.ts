import * as z from 'zod/mini'
import { optionalDay, requiredDay } from '../calendar.ts'
import { type DisclosureBasis, disclosureBases, legalBases } from '../records/forwarding.ts'
import { NO_FILE } from '../records/inputs.ts'
import { isReceivedFile, type ReceivedFile } from '../records/receivedFile.ts'
import { identifier, optionalText, reasonText, requiredLine } from '../text.ts'
import { disclosureChannels } from './accounting.ts'

/** The length of the reason to strike an entry. */
export const ACCOUNTING_REASON = { min: 10, max: 1000 } as const
/** The maximum length of what was disclosed and of the purpose, in characters. */
export const CONTENT_MAX = 500

/** The period of an accounting: the clinic's days from the first to the last. Without them, the last six years. */
export const accountingInput = z.strictObject({
  patientId: identifier,
  fromDay: z.optional(optionalDay('From must be a day')),
  toDay: z.optional(optionalDay('To must be a day')),
})

/** Who gets what about whom, and why. `basis` decides whether a reference or a signed form is needed. */
const recipientAndBasis = {
  patientId: identifier,
  recipientName: requiredLine('Enter the name of the recipient'),
  recipientAddress: optionalText(CONTENT_MAX),
  purpose: requiredLine('Enter the purpose', CONTENT_MAX),
  basis: z.enum(legalBases, 'Choose a legal basis'),
  basisReference: optionalText(300),
  consentRequestId: z.nullish(identifier),
}

/** The recipient of the evidence about a patient, for the accounting of disclosures. */
export const requestPatientEvidenceInput = z.strictObject(recipientAndBasis)

/** A disclosure outside of Caseload. */
export const addManualDisclosureInput = z.strictObject({
  ...recipientAndBasis,
  basis: z.enum(disclosureBases, 'Choose a legal basis'),
  disclosedOn: requiredDay('Enter the date of the disclosure', 'Date must be a day'),
  channel: z.enum(disclosureChannels, 'Choose how it was disclosed'),
  content: requiredLine('Enter what was disclosed', CONTENT_MAX),
  file: z.nullish(z.custom<ReceivedFile>(isReceivedFile, NO_FILE)),
})

/** The field errors of a basis without its proof; empty if it is complete. */
export function manualBasisProblems(given: {
  basis: DisclosureBasis
  basisReference?: string | null | undefined
  consentRequestId?: string | null | undefined
}): Record<string, string> {
  if (given.basis === 'authorization')
    return given.consentRequestId ? {} : { consentRequestId: 'Choose the signed form' }
  if (given.consentRequestId) return { consentRequestId: 'Only a signed authorization refers to a form' }
  return (given.basis === 'subpoena' || given.basis === 'court_order') && !given.basisReference
    ? { basisReference: 'Enter the document or number that proves this basis' }
    : {}
}

/** An entry made by mistake, and why. */
export const strikeManualDisclosureInput = z.strictObject({
  patientId: identifier,
  manualDisclosureId: identifier,
  reason: reasonText('Reason', ACCOUNTING_REASON),
})

/**
 * An entry that an agency asks not to tell the patient about until a day: the agency or official and what identifies the
 * statement, and whether it was made only orally.
 */
export const suspendManualDisclosureInput = z.strictObject({
  patientId: identifier,
  manualDisclosureId: identifier,
  agency: requiredLine('Enter the agency or official', CONTENT_MAX),
  isOral: z.boolean(),
  statedOn: requiredDay('Enter the date of the statement', 'Date of the statement must be a day'),
  endsOn: requiredDay('Enter the last day', 'Last day must be a day'),
})

/** The document of an entry. */
export const manualDisclosureInput = z.strictObject({ patientId: identifier, manualDisclosureId: identifier })
