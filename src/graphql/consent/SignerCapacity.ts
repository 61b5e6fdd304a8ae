import { formLines } from '#domain/consent/attestation.ts'
import { formDetails } from '#domain/consent/changedDetails.ts'
import { authorities, authorityProofs, signerCapacities } from '#domain/consent/representative.ts'
import { reviewReasons, reviewReasonTexts, reviewStates } from '#domain/consent/review.ts'
import { builder } from '../builder.ts'
import { enumValues } from '../enumValues.ts'

export const SignerCapacity = builder.enumType('SignerCapacity', {
  description: 'In what capacity a form is signed: by the patient, or by a personal representative.',
  values: enumValues(signerCapacities, {
    patient: 'The patient',
    parent: 'A parent of the patient',
    guardian: 'A guardian of the patient',
    power_of_attorney: 'A person with a power of attorney for health care',
    executor: 'An executor or administrator of the patient’s estate',
    representative: 'A representative whose authority was not stated',
  }),
})

export const FormLine = builder.enumType('FormLine', {
  description: 'A line of a form besides the signature.',
  values: enumValues(formLines, {
    witness: 'A witness signs as well',
    interpreter: 'An interpreter signs as well',
  }),
})

export const Authority = builder.enumType('Authority', {
  description: 'The authority of a personal representative.',
  values: enumValues(authorities, {
    parent: 'A parent of the patient',
    guardian: 'A guardian of the patient',
    power_of_attorney: 'A power of attorney for health care',
    executor: 'An executor or administrator of the estate',
  }),
})

export const AuthorityProof = builder.enumType('AuthorityProof', {
  description: 'How a personal representative proves the authority: an uploaded file, or shown to staff.',
  values: enumValues(authorityProofs, {
    upload: 'A file that the representative uploaded',
    shown_to_staff: 'A document that was shown to staff',
  }),
})

export const ConsentReviewState = builder.enumType('ConsentReviewState', {
  description: 'State of the review of a signed form.',
  values: enumValues(reviewStates, {
    waiting: 'Staff have not decided yet; it opens nothing',
    accepted: 'Staff accepted the form',
    rejected: 'Staff rejected the form',
  }),
})

export const ReviewReason = builder.enumType('ReviewReason', {
  description: 'Why staff review a signed form before it opens anything.',
  values: enumValues(reviewReasons, reviewReasonTexts),
})

export const FormDetail = builder.enumType('FormDetail', {
  description: 'Detail of the patient by which a form was sent or written.',
  values: enumValues(formDetails, {
    email: 'The e-mail address',
    name: 'The name',
    date_of_birth: 'The date of birth',
    language: 'The preferred language',
  }),
})
