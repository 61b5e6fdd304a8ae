import { type Day, daysBetween } from '../dates.ts'
import { type PatientStatus, statusLabel } from '../patients/status.ts'

/** The signed forms of one attorney or template; the name is `null` for unassigned patients or a deleted template. */
export type SignedOf = { id: string | null; name: string | null; signed: number; medianDays: number | null }

/** The figures of the Reports screen. Weeks begin on the Sunday that they name. */
export type ClinicReport = {
  signedByWeek: { week: Day; signed: number }[]
  signedByAttorney: SignedOf[]
  signedByTemplate: SignedOf[]
  /** Patients added in the period: how many came at least this far, are here now, and were dropped here. */
  funnel: { status: PatientStatus; reached: number; here: number; dropped: number }[]
  /** The patients who have been waiting longest at their current status, whatever the period. */
  oldestWaiting: {
    id: string
    firstName: string
    lastName: string
    status: PatientStatus
    since: Date | string
    attorney: string | null
  }[]
  visitsByWeek: { week: Day; visits: number; noShows: number; cancelled: number }[]
  forwardedByWeek: { week: Day; forwardings: number; records: number }[]
}

export const reportTables = [
  'signed_by_week',
  'signed_by_attorney',
  'signed_by_template',
  'funnel',
  'oldest_waiting',
  'visits_by_week',
  'forwarded_by_week',
] as const
export type ReportTable = (typeof reportTables)[number]

/** The maximum number of attorneys, templates or waiting patients in a table. */
export const REPORT_ROWS_MAX = 20

/** A cell of a table; an instant is shown in the clinic's time zone. */
export type ReportCell = string | number | null | { at: Date | string }

type Definition = {
  title: string
  headings: readonly string[]
  rows: (report: ClinicReport, at: { now: Date | string; timeZone: string }) => ReportCell[][]
}

const share = (count: number, of: number): number => (of === 0 ? 0 : Math.round((count / of) * 100))

const signedOf = (
  title: string,
  heading: string,
  list: (report: ClinicReport) => SignedOf[],
  missing: string,
) => ({
  title,
  headings: [heading, 'Signed forms', 'Median days to sign'],
  rows: (report: ClinicReport) =>
    list(report).map(({ name, signed, medianDays }) => [
      name ?? missing,
      signed,
      medianDays?.toFixed(1) ?? null,
    ]),
})

/** The titles, headings and rows of the tables, for the screen and for CSV files. */
export const reportDefinitions: Record<ReportTable, Definition> = {
  signed_by_week: {
    title: 'Signed per Week',
    headings: ['Week of', 'Signed forms'],
    rows: ({ signedByWeek }) => signedByWeek.map(({ week, signed }) => [week, signed]),
  },
  signed_by_attorney: signedOf(
    'Days to Sign by Attorney',
    'Attorney',
    ({ signedByAttorney }) => signedByAttorney,
    'Unassigned',
  ),
  signed_by_template: signedOf(
    'Days to Sign by Template',
    'Consent template',
    ({ signedByTemplate }) => signedByTemplate,
    'Other form',
  ),
  funnel: {
    title: 'From Intake to Records',
    headings: ['Step', 'Patients', 'Share of added', 'Here now', 'Dropped here'],
    rows: ({ funnel }) =>
      funnel.map(({ status, reached, here, dropped }) => [
        statusLabel(status),
        reached,
        `${share(reached, funnel[0]?.reached ?? 0)}%`,
        here,
        dropped,
      ]),
  },
  oldest_waiting: {
    title: 'Waiting Longest',
    headings: ['Patient', 'Status', 'Since', 'Days', 'Attorney'],
    rows: ({ oldestWaiting }, { now, timeZone }) =>
      oldestWaiting.map(({ firstName, lastName, status, since, attorney }) => [
        `${firstName} ${lastName}`,
        statusLabel(status),
        { at: since },
        daysBetween(since, now, timeZone),
        attorney ?? 'Unassigned',
      ]),
  },
  visits_by_week: {
    title: 'Visits and No-Shows',
    headings: ['Week of', 'Visits', 'No-shows', 'Cancelled'],
    rows: ({ visitsByWeek }) =>
      visitsByWeek.map(({ week, visits, noShows, cancelled }) => [week, visits, noShows, cancelled]),
  },
  forwarded_by_week: {
    title: 'Records Forwarded',
    headings: ['Week of', 'Forwardings', 'Records'],
    rows: ({ forwardedByWeek }) =>
      forwardedByWeek.map(({ week, forwardings, records }) => [week, forwardings, records]),
  },
}
