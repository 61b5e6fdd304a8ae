import * as z from 'zod/mini'
import { identifier, optionalText } from '../text.ts'
import { isReceivedFile, type ReceivedFile } from './receivedFile.ts'

/** One record of one patient; it is reached through that patient alone. */
export const recordIdInput = z.strictObject({ patientId: identifier, recordId: identifier })

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
