import { statusPath } from '#domain/access/screens.ts'
import { type PatientStatus, patientStatuses, statusLabel } from '#domain/patients/status.ts'
import { Bar } from '#ui/Bar.tsx'
import { Card, CardBody, CardHead } from '#ui/Card.tsx'
import { figure, label, line, lines } from './CaseloadFunnel.css.ts'

/** How many patients stand at each status, in the order of the way. */
export function CaseloadFunnel({ counts }: { counts: readonly { status: PatientStatus; count: number }[] }) {
  const byStatus = new Map(counts.map(({ status, count }) => [status, count]))
  const rows = patientStatuses.filter((status) => status !== 'dropped')
  const most = Math.max(1, ...rows.map((status) => byStatus.get(status) ?? 0))
  return (
    <Card>
      <CardHead title="Where the caseload stands" />
      <CardBody>
        <ul className={lines}>
          {rows.map((status) => (
            <li key={status} className={line}>
              <a className={label} href={statusPath(status)}>
                {statusLabel(status)}
              </a>
              <Bar value={byStatus.get(status) ?? 0} max={most} />
              <span className={figure}>{(byStatus.get(status) ?? 0).toLocaleString('en-US')}</span>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}
