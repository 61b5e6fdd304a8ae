import { formLines } from '#domain/consent/attestation.ts'
import { authorities, authorityProofs, signerCapacities } from '#domain/consent/representative.ts'
import { reviewReasons, reviewStates } from '#domain/consent/review.ts'
import { builder } from '../builder.ts'

export const SignerCapacity = builder.enumType('SignerCapacity', {
  description: 'In what capacity a form is signed: by the patient, or by a personal representative.',
  values: signerCapacities,
})

export const FormLine = builder.enumType('FormLine', {
  description: 'A line of a form besides the signature.',
  values: formLines,
})

export const Authority = builder.enumType('Authority', {
  description: 'The authority of a personal representative.',
  values: authorities,
})

export const AuthorityProof = builder.enumType('AuthorityProof', {
  description: 'How a personal representative proves the authority: an uploaded file, or shown to staff.',
  values: authorityProofs,
})

export const ConsentReviewState = builder.enumType('ConsentReviewState', {
  description: 'State of the review of a signed form.',
  values: reviewStates,
})

export const ReviewReason = builder.enumType('ReviewReason', {
  description: 'Why staff review a signed form before it opens anything.',
  values: reviewReasons,
})
