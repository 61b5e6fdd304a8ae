import * as z from 'zod/mini'
import { optionalDay } from '../calendar.ts'
import { identifier, optionalText, reasonText } from '../text.ts'
import { recordCategories } from './categories.ts'
import { isReceivedFile, type ReceivedFile } from './receivedFile.ts'

/** One record of one patient. It can be accessed only through that patient. */
export const recordIdInput = z.strictObject({ patientId: identifier, recordId: identifier })

/** The length of the reason for deleting or moving a record. */
export const RECORD_REASON = { min: 10, max: 1000 } as const

const reason = reasonText('Reason', RECORD_REASON)

/** The record to delete, and the reason that users must give. */
export const deleteRecordInput = z.strictObject({ patientId: identifier, recordId: identifier, reason })

/** The same for API callers: the documented call has no body (SPEC section 7), so it has no reason. */
export const deleteRecordCallInput = z.strictObject({
  patientId: identifier,
  recordId: identifier,
  reason: z.nullish(reason),
})

/** The error if the chosen chart is the one in which the record already is. */
export const SAME_CHART = 'The record is already in the chart of this patient'

/** A record in the wrong chart, the right patient, and the reason for the move. Both charts may be of the same patient. */
export const moveRecordInput = z.strictObject({
  patientId: identifier,
  recordId: identifier,
  toPatientId: identifier.check(z.minLength(1, 'Choose the right patient')),
  isSamePatient: z.nullish(z.boolean('Same patient is yes or no')),
  reason,
})

/** The maximum length of a record's description, in characters (SPEC section 5). */
export const DESCRIPTION_MAX = 1000
/** The error if no file was chosen (SPEC section 5). */
export const NO_FILE = 'Please select a file to upload'

const description = optionalText(DESCRIPTION_MAX)

/** The maximum length of an image description, in characters. Screen readers read it in one piece. */
export const IMAGE_DESCRIPTION_MAX = 300
/** The error for an image description of a file that is not an image. */
export const NOT_AN_IMAGE = 'Only an image can have an image description'

const imageDescription = optionalText(IMAGE_DESCRIPTION_MAX)

/** What an image shows, for users who cannot see it. */
export const describeImageInput = z.strictObject({
  patientId: identifier,
  recordId: identifier,
  imageDescription,
})
const category = z.nullish(z.enum(recordCategories, 'Choose a category from the list'))
const serviceDate = optionalDay('Enter a date like 2026-11-23')
/** What decides whether a form covers a record. */
const described = { category, serviceDate }

/** What the user enters about uploaded files. */
export const describeUploadInput = z.strictObject({ description, ...described })

/** The category and the service date of a record; `null` removes them, and a field that is left out stays. */
export const editRecordInput = z.strictObject({ patientId: identifier, recordId: identifier, ...described })

/** A received file to add to a patient. */
export const uploadRecordInput = z.strictObject({
  patientId: identifier,
  file: z.custom<ReceivedFile>(isReceivedFile, NO_FILE),
  description,
  imageDescription,
  ...described,
})
