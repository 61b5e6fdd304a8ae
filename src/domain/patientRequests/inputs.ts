import * as z from 'zod/mini'
import { optionalDay, requiredDay } from '../calendar.ts'
import { identifier, optionalText, reasonText } from '../text.ts'
import { patientRequestKinds, requestOutcomes } from './patientRequest.ts'

/** The length of the reason to extend the time for a request. */
export const EXTENSION_REASON = { min: 10, max: 1000 } as const
/** The maximum length of what the patient asks for and of the reason for a denial, in characters. */
export const REQUEST_TEXT_MAX = 1000

/** A patient's request, what exactly they ask for, and the day on which the clinic received it. */
export const recordPatientRequestInput = z.strictObject({
  patientId: identifier,
  kind: z.enum(patientRequestKinds, 'Choose what the patient asks for'),
  details: optionalText(REQUEST_TEXT_MAX),
  receivedOn: requiredDay('Enter the date of the request', 'Received must be a day'),
  /** The last day to answer, if state law or the clinic sets an earlier one. */
  dueOn: z.optional(optionalDay('Answer by must be a day')),
})

const which = { patientId: identifier, patientRequestId: identifier }

/** The request that needs more time, and why. */
export const extendPatientRequestInput = z.strictObject({
  ...which,
  reason: reasonText('Reason', EXTENSION_REASON),
})

/** The request that was answered, the day, and the answer. */
export const answerPatientRequestInput = z.strictObject({
  ...which,
  answeredOn: requiredDay('Enter the date of the answer', 'Answered must be a day'),
  outcome: z._default(z.enum(requestOutcomes, 'Choose an answer'), 'granted'),
  denialReason: optionalText(REQUEST_TEXT_MAX),
})

/** Whether to list answered or open requests. */
export const listPatientRequestsInput = z.strictObject({
  isAnswered: z.nullish(z.boolean('isAnswered is yes or no')),
})
