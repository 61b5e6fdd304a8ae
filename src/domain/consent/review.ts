import * as z from 'zod/mini'
import { identifier, reasonText } from '../text.ts'
import type { FormDetail } from './changedDetails.ts'
import { type IdentityCheck, meetsFloor } from './identityCheck.ts'
import type { SigningBar } from './representative.ts'
import { isSameName } from './signerName.ts'

/** Why staff review a signed form before it opens anything. */
export const reviewReasons = [
  'not_identified',
  'name_differs',
  'representative',
  'minor',
  'died',
  'sent_elsewhere',
  'earlier_details',
] as const
export type ReviewReason = (typeof reviewReasons)[number]

/** The states of a review. A form that needs none has no state. */
export const reviewStates = ['waiting', 'accepted', 'rejected'] as const

/** The reasons as sentences for the staff member who reviews the form. */
export const reviewReasonTexts: Record<ReviewReason, string> = {
  not_identified: 'The signer did not pass the identity check that the clinic requires.',
  name_differs: 'The name signed differs from the patient’s name.',
  representative: 'A representative signed for the patient. Check their authority.',
  minor: 'The patient is a minor, and no representative signed.',
  died: 'The patient has died, and no representative signed.',
  sent_elsewhere: 'The form was sent to an e-mail address that is no longer the patient’s.',
  earlier_details: 'The form states a name or date of birth that was changed after it was sent.',
}

/** Why a form cannot be accepted anymore, and what to do; `day` is the day it expired. */
export const expiredWhileWaiting = (day: string): string =>
  `This form expired on ${day}, while it waited. Reject it and send a new one.`

/** The condition for signed forms that count: those that needed no review, and those that staff accepted. */
export const countedReview = { OR: [{ reviewState: null }, { reviewState: 'accepted' as const }] }

/** What decides whether a signature needs a review. */
type SignatureFacts = {
  signerName: string
  patient: { firstName: string; lastName: string }
  isRepresentative: boolean
  /** Why the patient cannot sign. */
  patientBar: SigningBar | null
  /** The check that the signer passed; `null` if staff or another signing provider identified the signer. */
  identityCheck: IdentityCheck | null
  floor: IdentityCheck
  /** The patient's details that changed after the form was sent. */
  changed: readonly FormDetail[]
}

/** Why a signature needs a review; empty if it counts at once. */
export function reasonsForReview(facts: SignatureFacts): ReviewReason[] {
  const { signerName, patient, isRepresentative, patientBar, identityCheck, floor, changed } = facts
  const applies: Record<ReviewReason, boolean> = {
    not_identified: identityCheck !== null && !meetsFloor(identityCheck, floor),
    name_differs: !isRepresentative && !isSameName(signerName, patient),
    representative: isRepresentative,
    minor: patientBar === 'minor' && !isRepresentative,
    died: patientBar === 'died' && !isRepresentative,
    sent_elsewhere: changed.includes('email'),
    earlier_details: changed.includes('name') || changed.includes('date_of_birth'),
  }
  return reviewReasons.filter((reason) => applies[reason])
}

/** The length of the reason for a rejection. */
export const REJECT_REASON = { min: 10, max: 1000 } as const

const which = { patientId: identifier, requestId: identifier }

/** One consent request of a patient. */
export const consentRequestInput = z.strictObject(which)

export const acceptSignedFormInput = z.strictObject(which)

export const rejectSignedFormInput = z.strictObject({
  ...which,
  reason: reasonText('Reason', REJECT_REASON),
})
