import * as z from 'zod/mini'
import { identifier, optionalText, requiredLine } from '../text.ts'
import { type categoryClosedOn, FORWARDED_MAX, legalBases } from './forwarding.ts'

/** The maximum length of a note to the recipient, in characters. */
export const FORWARDING_NOTE_MAX = 1000
/** The maximum length of the reference and of the reason of another legal basis, in characters. */
export const BASIS_MAX = 300
/** The error if nothing was chosen. */
export const NO_RECORDS = 'Choose at least one record'
/** The error if no valid recipient was chosen. */
export const NO_RECIPIENT = 'Choose an active attorney'

/** The error if the signed form does not name the recipient. */
export const NOT_NAMED =
  'The signed form does not name this recipient. Choose another legal basis, or ask for a new form.'

/** The error if the signed form does not cover a record. */
export const notCovered = (fileName: string) =>
  `The signed form does not cover ${fileName}. Leave it out, choose another legal basis, or ask for a new form.`

type Closed = NonNullable<ReturnType<typeof categoryClosedOn>>

/** What a record of a category needs, beside a record that cannot be chosen. */
export const neededFor: Record<Closed, string> = {
  substance_use: 'Needs the patient’s authorization or a court order',
  psychotherapy_notes: 'Needs a separate authorization or a court order',
}

/** The error for a record that the chosen basis does not permit to disclose, by its category. */
export const closedOnBasis: Record<Closed, (fileName: string) => string> = {
  substance_use: (fileName) =>
    `${fileName} is about substance use treatment, which needs the patient’s authorization or a court order (42 CFR part 2). Leave it out, or choose that basis.`,
  psychotherapy_notes: (fileName) =>
    `${fileName} has psychotherapy notes, which need a separate authorization of the patient or a court order (45 CFR 164.508(a)(2)). Leave it out, choose “Court order”, or choose “Other legal basis” and name the separate form.`,
}

/** The records to forward, the recipient, the purpose and the legal basis. */
export const forwardRecordsInput = z.strictObject({
  patientId: identifier,
  recordIds: z
    .array(identifier, NO_RECORDS)
    .check(
      z.minLength(1, NO_RECORDS),
      z.maxLength(FORWARDED_MAX, `Forward at most ${FORWARDED_MAX} records at once`),
    ),
  recipientId: z.string(NO_RECIPIENT).check(z.minLength(1, NO_RECIPIENT), z.maxLength(64, NO_RECIPIENT)),
  purpose: requiredLine('Enter the purpose'),
  note: optionalText(FORWARDING_NOTE_MAX),
  /** `authorization` by default. Any other basis needs its reference and reason. */
  basis: z.nullish(z.enum(legalBases, 'Choose a legal basis')),
  basisReference: optionalText(BASIS_MAX),
  basisReason: optionalText(BASIS_MAX),
})

/** The field errors of another legal basis without its proof; empty if it is complete. */
export function basisProblems(given: {
  basisReference?: string | null | undefined
  basisReason?: string | null | undefined
}): Record<string, string> {
  return {
    ...(!given.basisReference && { basisReference: 'Enter the document or number that proves this basis' }),
    ...(!given.basisReason && { basisReason: 'Enter why the records are disclosed on this basis' }),
  }
}

/** One forwarding of one patient. It can be accessed only through that patient. */
export const forwardingIdInput = z.strictObject({ patientId: identifier, forwardingId: identifier })

const secret = z.string().check(z.maxLength(200))

/** The holder of a link to forwarded records. */
export const forwardingLinkInput = z.strictObject({ secret })

/** One of the forwarded files. */
export const forwardedFileInput = z.strictObject({ secret, recordId: identifier })
