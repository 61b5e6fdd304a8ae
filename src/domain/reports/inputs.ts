import * as z from 'zod/mini'
import { optionalDay } from '../calendar.ts'
import { patientListInput } from '../patients/inputs.ts'

const days = {
  fromDay: z.optional(optionalDay('From must be a day')),
  toDay: z.optional(optionalDay('To must be a day')),
}

/** The period of a report: the clinic's days from the first to the last. */
export const reportInput = z.strictObject(days)
export type ReportInput = z.input<typeof reportInput>

/** The same for patients, with the filters of their list. */
export const patientReportInput = z.strictObject({
  ...days,
  status: patientListInput.shape.status,
  search: patientListInput.shape.search,
})
export type PatientReportInput = z.input<typeof patientReportInput>
