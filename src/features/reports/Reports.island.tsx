import type { ReactNode } from 'react'
import { useQuery } from 'urql'
import { useAddressQuery } from '#client/address.ts'
import { errorMessage } from '#client/errorMessage.ts'
import { type Frame, useFrame } from '#client/frame.ts'
import { Island } from '#client/Island.tsx'
import { paths, patientPath, statusPath } from '#domain/access/screens.ts'
import { showDay } from '#domain/dates.ts'
import { type ReportTable, reportDefinitions } from '#domain/reports/clinicReport.ts'
import { graphql } from '#generated/gql.ts'
import type { ReportsQuery } from '#generated/graphql.ts'
import { Banner } from '#ui/Banner.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardBody, CardHead, CardLink } from '#ui/Card.tsx'
import { type ColumnSeries, Columns } from '#ui/Columns.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Stat, StatRow } from '#ui/Stat.tsx'
import { link } from '#ui/type.css.ts'
import { ReportsFilters } from './ReportsFilters.tsx'
import { numbers, pair, remark, stack } from './ReportsScreen.css.ts'
import { ReportTableView } from './ReportTableView.tsx'
import { into, noFilters, reportsFilters, reportsVariables, tablePath } from './reportsAddress.ts'

export const reportsQuery = graphql(`
  query Reports($fromDay: Date, $toDay: Date, $attorneyId: ID, $templateId: ID) {
    clinicReport(fromDay: $fromDay, toDay: $toDay, attorneyId: $attorneyId, templateId: $templateId) {
      fromDay toDay
      signedByWeek { week signed }
      signedByAttorney { id name signed medianDays }
      signedByTemplate { id name signed medianDays }
      funnel { status reached here dropped }
      oldestWaiting { id firstName lastName status since attorney }
      visitsByWeek { week visits noShows cancelled }
      forwardedByWeek { week forwardings records }
    }
  }
`)

type Report = ReportsQuery['clinicReport']

/** The figures of the clinic as pictures, tables and files. */
export function Reports({ frame, initialQuery }: { frame: Frame; initialQuery: string }) {
  return (
    <Island frame={frame}>
      <Figures initialQuery={initialQuery} />
    </Island>
  )
}

function Figures({ initialQuery }: { initialQuery: string }) {
  const frame = useFrame()
  const query = useAddressQuery(initialQuery)
  const { variables, problem } = reportsVariables(query, frame)
  const [{ data, error, fetching }] = useQuery({ query: reportsQuery, variables })
  const report = data?.clinicReport
  return (
    <div className={stack} aria-busy={fetching}>
      <ReportsFilters query={query} period={report} />
      {problem && (
        <Banner tone="caution" isAlert>
          {`${problem}. The last twelve weeks are shown.`}
        </Banner>
      )}
      {report ? (
        <Sections report={report} query={query} filters={variables} isReplacing={fetching} />
      ) : error && !fetching ? (
        <EmptyState text={errorMessage(error, 'The report could not be loaded. Try again.').message} />
      ) : (
        <Skeleton label="Loading the report..." />
      )}
    </div>
  )
}

type SectionsProps = {
  report: Report
  query: URLSearchParams
  filters: ReturnType<typeof reportsVariables>['variables']
  isReplacing: boolean
}

const sum = (numbersOf: readonly number[]) => numbersOf.reduce((total, one) => total + one, 0)

function Sections({ report, query, filters, isReplacing }: SectionsProps) {
  const { viewer } = useFrame()
  const isNarrowed = Object.keys(reportsFilters(query)).length > 0
  const next = isNarrowed ? (
    <a className={link} {...into(query, noFilters)}>
      Clear Filters
    </a>
  ) : (
    <a className={link} href={paths.consentForms}>
      Send Consent Forms
    </a>
  )
  const shared = { report, filters, isReplacing, next }
  return (
    <>
      <Totals report={report} />
      <div className={pair}>
        <ReportCard
          {...shared}
          table="signed_by_week"
          chart={[['Signed forms', 'main', report.signedByWeek, 'signed']]}
        />
        <ReportCard {...shared} table="funnel" barOf={1} linkOf={(at) => statusLink(report, at)}>
          Patients added in this period. Each step counts those who came at least this far.
        </ReportCard>
      </div>
      <div className={pair}>
        {viewer.role !== 'attorney' && (
          <ReportCard
            {...shared}
            table="signed_by_attorney"
            barOf={2}
            linkOf={(at) => narrowed(query, 'attorneyId', report.signedByAttorney[at]?.id)}
          />
        )}
        <ReportCard
          {...shared}
          table="signed_by_template"
          barOf={2}
          linkOf={(at) => narrowed(query, 'templateId', report.signedByTemplate[at]?.id)}
        />
      </div>
      <div className={pair}>
        <ReportCard
          {...shared}
          table="visits_by_week"
          more={<CardLink href={`${paths.schedule}?when=past`}>View Past Appointments</CardLink>}
          chart={[
            ['Visits', 'light', report.visitsByWeek, 'visits'],
            ['No-shows', 'warning', report.visitsByWeek, 'noShows'],
          ]}
        />
        <ReportCard
          {...shared}
          table="forwarded_by_week"
          more={<CardLink href={statusPath('records_forwarded')}>View Patients</CardLink>}
          chart={[['Records', 'main', report.forwardedByWeek, 'records']]}
        />
      </div>
      <ReportCard {...shared} table="oldest_waiting" linkOf={(at) => chartLink(report, at)}>
        The patients who have been at their status longest now, whatever the period.
      </ReportCard>
    </>
  )
}

const statusLink = ({ funnel }: Report, at: number) => {
  const step = funnel[at]
  return step ? { href: statusPath(step.status) } : null
}
const chartLink = ({ oldestWaiting }: Report, at: number) => {
  const patient = oldestWaiting[at]
  return patient ? { href: patientPath(patient.id) } : null
}
const narrowed = (query: URLSearchParams, filter: string, id: string | null | undefined) =>
  id ? into(query, { [filter]: id }) : null

function Totals({ report }: { report: Report }) {
  const visits = sum(report.visitsByWeek.map((week) => week.visits))
  const noShows = sum(report.visitsByWeek.map((week) => week.noShows))
  return (
    <StatRow label="Totals of the period">
      <Stat label="Patients Added" value={report.funnel[0]?.reached ?? 0} />
      <Stat label="Forms Signed" value={sum(report.signedByWeek.map((week) => week.signed))} />
      <Stat
        label="No-Shows"
        value={noShows}
        aside={
          visits > 0 && `${Math.round((noShows / visits) * 100)}% of ${visits.toLocaleString('en-US')} visits`
        }
      />
      <Stat label="Records Forwarded" value={sum(report.forwardedByWeek.map((week) => week.records))} />
    </StatRow>
  )
}

type Weekly<Row> = readonly [label: string, ink: ColumnSeries['ink'], rows: readonly Row[], of: keyof Row]

type CardProps<Row> = Omit<SectionsProps, 'query'> & {
  table: ReportTable
  /** Drawn above the numbers, which then open on demand. */
  chart?: readonly Weekly<Row>[]
  barOf?: number
  linkOf?: (index: number) => { href: string } | null
  more?: ReactNode
  /** The action that ends an empty table. */
  next: ReactNode
  children?: ReactNode
}

function ReportCard<Row extends { week: string }>({
  report,
  filters,
  isReplacing,
  table,
  chart,
  barOf,
  linkOf,
  more,
  next,
  children,
}: CardProps<Row>) {
  const frame = useFrame()
  const { title, headings, rows } = reportDefinitions[table]
  const cells = rows(report, frame)
  const shown = <ReportTableView {...{ title, headings, barOf, linkOf }} rows={cells} />
  return (
    <Card isReplacing={isReplacing}>
      <CardHead title={title}>
        {more}
        <ButtonLink
          size="small"
          icon="download"
          href={tablePath(table, filters)}
          download
          aria-label={`Export CSV: ${title}`}
        >
          CSV
        </ButtonLink>
      </CardHead>
      <CardBody>
        {children && <p className={remark}>{children}</p>}
        {cells.length === 0 ? (
          <p>
            {table === 'oldest_waiting' ? 'No patient is waiting.' : 'No form was signed in this period.'}{' '}
            {next}
          </p>
        ) : chart ? (
          <>
            <Columns
              labels={chart[0]?.[2].map(({ week }) => showDay(week).replace(/, \d+$/, '')) ?? []}
              series={chart.map(([label, ink, weeks, of]) => ({
                label,
                ink,
                values: weeks.map((week) => Number(week[of])),
              }))}
            />
            <details className={numbers}>
              <summary>Show Numbers</summary>
              {shown}
            </details>
          </>
        ) : (
          shown
        )}
      </CardBody>
    </Card>
  )
}
