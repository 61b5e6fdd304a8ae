import * as z from 'zod/mini'
import { clockTime, optionalDay, requiredDay, updatedSince } from '../calendar.ts'
import { identifier, LINE_MAX, optionalText, reasonText, requiredLine } from '../text.ts'
import { DAYS_IN_STATUS_MAX } from './filters.ts'
import { patientSorts, sortDirections } from './listing.ts'
import { SEARCH_WORDS_MAX, searchWords } from './search.ts'
import { overrideStatuses, patientStatuses } from './status.ts'

/** The length of a drop reason (SPEC section 9). */
export const DROP_REASON = { min: 10, max: 1000 } as const

export const patientIdInput = z.strictObject({ patientId: identifier })

/** The maximum number of patients that are named at once. */
export const NAMED_MAX = 10
/** The patients to name. */
export const patientNamesInput = z.strictObject({
  ids: z.array(identifier).check(z.maxLength(NAMED_MAX, `Name at most ${NAMED_MAX} patients at once`)),
})

export const dropPatientInput = z.strictObject({
  patientId: identifier,
  dropReason: reasonText('Drop reason', DROP_REASON),
})

export const overridePatientStatusInput = z.strictObject({
  patientId: identifier,
  status: z.enum(overrideStatuses, 'Choose a status other than Dropped'),
})

export const reassignPatientInput = z.strictObject({
  patientId: identifier,
  assignedAttorney: z
    .string('Choose an assignee, or none')
    .check(z.minLength(1, 'Choose an assignee, or none'), z.maxLength(64, 'Choose an assignee, or none')),
  transfersWork: z.nullish(z.boolean()),
})

export const scheduleConsultationInput = z.strictObject({
  patientId: identifier,
  consultationDate: requiredDay(
    'Consultation date is required',
    'Consultation date must be a date as YYYY-MM-DD, from 1900 to 2200',
  ),
  consultationTime: clockTime('Time must be in HH:MM format'),
  consultationLocation: requiredLine('Location is required'),
  bookAnyway: z.nullish(z.boolean('Book anyway is yes or no')),
})

const wholeDays = `Days in status must be a whole number from 1 to ${DAYS_IN_STATUS_MAX.toLocaleString('en-US')}`
const filterDay = (label: string) => z.optional(optionalDay(`${label} must be a date`))

const patientFilters = {
  status: z.nullish(z.enum(patientStatuses, 'Choose a known status')),
  search: optionalText(LINE_MAX).check(
    z.refine(
      (text) => searchWords(text ?? '').length <= SEARCH_WORDS_MAX,
      `Search for at most ${SEARCH_WORDS_MAX} words`,
    ),
  ),
  assignedAttorney: z.optional(optionalText(64)),
  createdFrom: filterDay('Created from'),
  createdTo: filterDay('Created to'),
  consentSignedFrom: filterDay('Consent signed from'),
  consentSignedTo: filterDay('Consent signed to'),
  statusChangedFrom: filterDay('Status changed from'),
  statusChangedTo: filterDay('Status changed to'),
  minDaysInStatus: z.nullish(
    z.int(wholeDays).check(z.minimum(1, wholeDays), z.maximum(DAYS_IN_STATUS_MAX, wholeDays)),
  ),
  needsReview: z.nullish(z.boolean('Needs review is yes or no')),
}

/** The filters of the patient list, for what works on all matching patients. */
export const patientFilterInput = z.strictObject(patientFilters)

/** The filters and order of the patient list, shared by the page's URL, GraphQL and REST. */
export const patientListInput = z.strictObject({
  ...patientFilters,
  updatedSince,
  sort: z._default(z.enum(patientSorts), 'created'),
  direction: z.optional(z.enum(sortDirections)),
})
export type PatientListInput = z.input<typeof patientListInput>
