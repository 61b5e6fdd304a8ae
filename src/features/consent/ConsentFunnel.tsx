import { useFrame } from '#client/frame.ts'
import { can } from '#domain/access/policy.ts'
import { paths, statusPath } from '#domain/access/screens.ts'
import { initialStatuses, statusLabel } from '#domain/patients/status.ts'
import { Bar } from '#ui/Bar.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardBody, CardHead } from '#ui/Card.tsx'
import { Pulse } from '#ui/Skeleton.tsx'
import { bar, figure, funnel, label, step } from './ConsentFunnel.css.ts'

type Counts = Record<(typeof initialStatuses)[number], number>

/** The number of patients at each step from intake to a signed consent. */
export function ConsentFunnel({ counts }: { counts: Counts | undefined }) {
  const { viewer } = useFrame()
  const most = Math.max(1, ...Object.values(counts ?? {}))
  return (
    <Card>
      <CardHead title="Where Consents Stand">
        {can(viewer, 'template.manage') && (
          <ButtonLink href={paths.consentTemplates} size="small" icon="file">
            Consent Templates
          </ButtonLink>
        )}
      </CardHead>
      <CardBody>
        <ol className={funnel}>
          {initialStatuses.map((status) => (
            <li key={status} className={step}>
              <a className={label} href={statusPath(status)}>
                {statusLabel(status)}
              </a>
              <span className={figure}>{counts ? counts[status].toLocaleString('en-US') : <Pulse />}</span>
              <span className={bar}>
                <Bar value={counts?.[status] ?? 0} max={most} />
              </span>
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  )
}
