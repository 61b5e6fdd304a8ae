import * as z from 'zod/mini'
import { identifier, optionalText, requiredLine } from '../text.ts'
import { FORWARDED_MAX } from './forwarding.ts'

/** Longest note to a recipient, in characters. */
export const FORWARDING_NOTE_MAX = 1000
/** Said where nothing was chosen. */
export const NO_RECORDS = 'Choose at least one record'
/** Said where nobody was chosen, or nobody who can receive records. */
export const NO_RECIPIENT = 'Choose an active attorney'

/** Which records go to whom, and what for. */
export const forwardRecordsInput = z.strictObject({
  patientId: identifier,
  recordIds: z
    .array(identifier, NO_RECORDS)
    .check(
      z.minLength(1, NO_RECORDS),
      z.maxLength(FORWARDED_MAX, `Forward at most ${FORWARDED_MAX} records at once`),
    ),
  recipientId: z.string(NO_RECIPIENT).check(z.minLength(1, NO_RECIPIENT), z.maxLength(64, NO_RECIPIENT)),
  purpose: requiredLine('Say what the records are for'),
  note: optionalText(FORWARDING_NOTE_MAX),
})

/** One forwarding of one patient; it is reached through that patient alone. */
export const forwardingIdInput = z.strictObject({ patientId: identifier, forwardingId: identifier })

const secret = z.string().check(z.maxLength(200))

/** Whoever holds the link to forwarded records. */
export const forwardingLinkInput = z.strictObject({ secret })

/** One of the files behind it. */
export const forwardedFileInput = z.strictObject({ secret, recordId: identifier })
