import * as z from 'zod/mini'
import { optionalDay } from '../calendar.ts'
import { patientListInput } from '../patients/inputs.ts'
import { isUuid } from '../text.ts'
import { reportTables } from './clinicReport.ts'

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

const key = (message: string) => z.nullish(z.string(message).check(z.refine(isUuid, message)))

/** The same for an attorney's work product, also about one patient. */
export const workProductReportInput = z.strictObject({
  ...days,
  patientId: key('Give the ID of the patient'),
})
export type WorkProductReportInput = z.input<typeof workProductReportInput>

const clinicReportFilters = {
  ...days,
  attorneyId: key('Give the ID of the attorney'),
  templateId: key('Give the ID of the consent template'),
}

/** The filters of the Reports screen. `reportPeriod` completes and checks the days. */
export const clinicReportInput = z.strictObject(clinicReportFilters)
export type ClinicReportInput = z.input<typeof clinicReportInput>

/** One table of the Reports screen, with the same filters. */
export const reportTableInput = z.strictObject({
  ...clinicReportFilters,
  table: z.enum(reportTables, 'Choose a known table'),
})
export type ReportTableInput = z.input<typeof reportTableInput>
