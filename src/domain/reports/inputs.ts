import * as z from 'zod/mini'
import { optionalDay } from '../calendar.ts'
import { patientListInput } from '../patients/inputs.ts'

const days = {
  fromDay: z.optional(optionalDay('From must be a day')),
  toDay: z.optional(optionalDay('To must be a day')),
}

/** Which rows a report is of: those of the days of the clinic from the first to the last. */
export const reportInput = z.strictObject(days)
export type ReportInput = z.input<typeof reportInput>

/** The same of patients, narrowed as their list is. */
export const patientReportInput = z.strictObject({
  ...days,
  status: patientListInput.shape.status,
  search: patientListInput.shape.search,
})
export type PatientReportInput = z.input<typeof patientReportInput>
