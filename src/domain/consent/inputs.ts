import * as z from 'zod/mini'
import { recordCategories } from '../records/categories.ts'
import { identifier, optionalText, reasonText } from '../text.ts'
import { outsideAddress } from './recipients.ts'

/** The length of the reason for a revocation. */
export const REVOKE_REASON = { min: 10, max: 1000 } as const

export const revokeConsentInput = z.strictObject({
  patientId: identifier,
  reason: reasonText('Reason', REVOKE_REASON),
})

const ONE_PART = 'Choose one recipient or one category'

/** A recipient of a signed form, by position, and the e-mail address for a link to it. */
export const sendRecipientCopyInput = z.strictObject({
  patientId: identifier,
  requestId: identifier,
  recipient: z.int('Choose a recipient').check(z.minimum(0, 'Choose a recipient')),
  email: outsideAddress,
})

/** The part of a signed form to revoke: the position of a recipient, or a category. */
export const revokePartInput = z
  .strictObject({
    patientId: identifier,
    requestId: identifier,
    recipient: z.nullish(z.int(ONE_PART).check(z.minimum(0, ONE_PART))),
    category: z.nullish(z.enum(recordCategories, ONE_PART)),
    reason: reasonText('Reason', REVOKE_REASON),
  })
  .check(
    z.refine(({ recipient, category }) => (typeof recipient === 'number') !== Boolean(category), {
      error: ONE_PART,
      path: ['part'],
    }),
  )

export const voidConsentRequestInput = z.strictObject({
  patientId: identifier,
  reason: optionalText(REVOKE_REASON.max),
})

/** Identifies a patient's form by its request. Without one, the newest form is meant. */
/**
 * The files of a signed form: itself, the certificate of completion that an outside signing provider issued with it, and the
 * sealed scan of a form on paper: a PDF under the clinic's seal, with the scan attached.
 */
export const consentFormParts = ['form', 'certificate', 'sealed_scan'] as const
export type ConsentFormPart = (typeof consentFormParts)[number]

export const consentFormInput = z.strictObject({
  patientId: identifier,
  requestId: z.optional(z.nullable(identifier)),
  part: z.optional(
    z.nullable(z.enum(consentFormParts, 'Choose the form, its certificate or its sealed scan')),
  ),
})
