import { statusPath } from '#domain/access/screens.ts'
import { medianDaysInWords } from '#domain/amount.ts'
import { patientStatuses, statusLabel } from '#domain/patients/status.ts'
import type { DashboardQuery } from '#generated/graphql.ts'
import { Bar } from '#ui/Bar.tsx'
import { Card, CardBody, CardHead } from '#ui/Card.tsx'
import { small, visuallyHidden } from '#ui/type.css.ts'
import { days, figure, label, line, lines } from './CaseloadFunnel.css.ts'

type FunnelProps = {
  counts: DashboardQuery['patients']['statusCounts']
  stays: DashboardQuery['dashboardStats']['trends']['stays']
}

/** The number of patients at each status in order, and the median stay. */
export function CaseloadFunnel({ counts, stays }: FunnelProps) {
  const rows = patientStatuses
    .filter((status) => status !== 'dropped')
    .map((status) => ({
      status,
      count: counts.find((one) => one.status === status)?.count ?? 0,
      median: stays.find((one) => one.status === status)?.medianDays,
    }))
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <Card>
      <CardHead title="Where the Caseload Stands">
        <span className={small} aria-hidden="true">
          Median to next step
        </span>
      </CardHead>
      <CardBody>
        <ul className={lines}>
          {rows.map(({ status, count, median }) => (
            <li key={status} className={line}>
              <a className={label} href={statusPath(status)}>
                {statusLabel(status)}
              </a>
              <Bar value={count} max={most} />
              <span className={figure}>{count.toLocaleString('en-US')}</span>
              <span className={days}>{median != null && <Median days={median} />}</span>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}

/** Shows the number, and adds the word "median" for screen readers. */
const Median = ({ days }: { days: number }) => (
  <>
    <span className={visuallyHidden}>median </span>
    {medianDaysInWords(days)}
    <span className={visuallyHidden}> to next step</span>
  </>
)
