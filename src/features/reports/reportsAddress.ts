import { linksInto } from '#client/linksInto.ts'
import { paths } from '#domain/access/screens.ts'
import { clinicDay } from '#domain/dates.ts'
import type { ReportTable } from '#domain/reports/clinicReport.ts'
import { periodProblem, reportPeriod } from '#domain/reports/period.ts'
import { isUuid } from '#domain/text.ts'

const day = /^\d{4}-\d{2}-\d{2}$/

const shapes = {
  fromDay: (value: string) => day.test(value),
  toDay: (value: string) => day.test(value),
  attorneyId: isUuid,
  templateId: isUuid,
} as const

/** The filters in the URL of the Reports screen. */
export type ReportsFilters = Partial<Record<keyof typeof shapes, string>>

/** The change of the URL that removes them. */
export const noFilters = { fromDay: null, toDay: null, attorneyId: null, templateId: null }

/** Reads the filters from the URL. Invalid values are ignored so that old links still open. */
export const reportsFilters = (query: URLSearchParams): ReportsFilters =>
  Object.fromEntries(
    Object.entries(shapes).flatMap(([name, isRight]) => {
      const value = query.get(name)
      return value && isRight(value) ? [[name, value]] : []
    }),
  )

type Clock = { now: Date | string; timeZone: string }

/**
 * The query variables for a URL, which page and island both use. For a period that the server would refuse, they are
 * those of the usual period, and `problem` says what is wrong.
 */
export function reportsVariables(query: URLSearchParams, { now, timeZone }: Clock) {
  const { fromDay, toDay, ...others } = reportsFilters(query)
  const problem = periodProblem(reportPeriod({ fromDay, toDay }, clinicDay(now, timeZone)))
  const days = { ...(fromDay && { fromDay }), ...(toDay && { toDay }) }
  return { variables: problem ? others : { ...days, ...others }, problem }
}

/** The URL of a table with these filters as CSV. */
export const tablePath = (table: ReportTable, filters: ReportsFilters): string =>
  `/api/reports/table.csv?${new URLSearchParams({ table, ...filters })}`

/** Creates links within the Reports screen. */
export const into = linksInto(paths.reports)
