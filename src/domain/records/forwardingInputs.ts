import * as z from 'zod/mini'
import { identifier, optionalText, requiredLine } from '../text.ts'
import { FORWARDED_MAX } from './forwarding.ts'

/** The maximum length of a note to the recipient, in characters. */
export const FORWARDING_NOTE_MAX = 1000
/** The error if nothing was chosen. */
export const NO_RECORDS = 'Choose at least one record'
/** The error if no valid recipient was chosen. */
export const NO_RECIPIENT = 'Choose an active attorney'

/** The records to forward, the recipient and the purpose. */
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
})

/** One forwarding of one patient. It can be accessed only through that patient. */
export const forwardingIdInput = z.strictObject({ patientId: identifier, forwardingId: identifier })

const secret = z.string().check(z.maxLength(200))

/** The holder of a link to forwarded records. */
export const forwardingLinkInput = z.strictObject({ secret })

/** One of the forwarded files. */
export const forwardedFileInput = z.strictObject({ secret, recordId: identifier })
