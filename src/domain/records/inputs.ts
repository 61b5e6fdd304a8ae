import * as z from 'zod/mini'
import { identifier, optionalText, reasonText } from '../text.ts'
import { isReceivedFile, type ReceivedFile } from './receivedFile.ts'

/** One record of one patient; it is reached through that patient alone. */
export const recordIdInput = z.strictObject({ patientId: identifier, recordId: identifier })

/** Characters of the reason for which a record is deleted. */
export const DELETE_REASON = { min: 10, max: 1000 } as const

const reason = reasonText('Reason', DELETE_REASON)

/** A record and why it is deleted, as people are asked. */
export const deleteRecordInput = z.strictObject({ patientId: identifier, recordId: identifier, reason })

/** The same as programs may ask it: the documented call has no body (SPEC section 7), and so no reason. */
export const deleteRecordCallInput = z.strictObject({
  patientId: identifier,
  recordId: identifier,
  reason: z.nullish(reason),
})

/** Longest description of a record, in characters (SPEC section 5). */
export const DESCRIPTION_MAX = 1000
/** Said where nothing was chosen (SPEC section 5). */
export const NO_FILE = 'Please select a file to upload'

const description = optionalText(DESCRIPTION_MAX)

/** What a person says of the files they upload. */
export const describeUploadInput = z.strictObject({ description })

/** A file that has been taken in, to be put on a patient's file. */
export const uploadRecordInput = z.strictObject({
  patientId: identifier,
  file: z.custom<ReceivedFile>(isReceivedFile, NO_FILE),
  description,
})
