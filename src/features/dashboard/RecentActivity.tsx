import { useSessionEnded } from '#client/session.ts'
import { patientPath } from '#domain/access/screens.ts'
import type { AuditAction, DashboardQuery } from '#generated/graphql.ts'
import { Card, CardHead } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import type { IconName } from '#ui/iconPaths.ts'
import { List, ListItem } from '#ui/List.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { link } from '#ui/type.css.ts'
import { Moment } from '../time/Moment.tsx'

type Activity = DashboardQuery['recentActivity'][number]

const byAction: Partial<Record<AuditAction, IconName>> = {
  consent_signed: 'pen',
  consent_sent: 'send',
  updated: 'edit',
  deleted: 'trash',
  downloaded: 'download',
  exported: 'download',
  denied: 'lock',
  locked: 'lock',
  login: 'key',
  login_failed: 'alert',
  logout: 'out',
}
const byThing: Record<string, IconName> = {
  patient: 'people',
  appointment: 'calendar',
  task: 'task',
  patient_note: 'note',
  patient_record: 'file',
  user: 'user',
}

/** The latest actions, in the wording of SPEC section 4, with who did what to whom below. */
export function RecentActivity({ activity }: { activity: readonly Activity[] | undefined }) {
  const hasEnded = useSessionEnded()
  return (
    <Card>
      <CardHead title="Recent Activity" />
      {hasEnded || activity?.length === 0 ? (
        <EmptyState text="No recent activity" />
      ) : !activity ? (
        <Skeleton />
      ) : (
        <List label="Recent Activity">
          {activity.map(({ id, action, resourceType, description, ...act }) => (
            <ListItem
              key={id}
              icon={byAction[action] ?? byThing[resourceType] ?? 'info'}
              detail={<Detail act={act} />}
            >
              {description}
            </ListItem>
          ))}
        </List>
      )}
    </Card>
  )
}

/** Who did it, to whom, and when. */
function Detail({ act }: { act: Pick<Activity, 'userName' | 'patientId' | 'patientName' | 'createdAt'> }) {
  const { userName, patientId, patientName, createdAt } = act
  return (
    <>
      {userName && `${userName} · `}
      {patientId && (
        <>
          <a className={link} href={patientPath(patientId)}>
            {patientName}
          </a>
          {' · '}
        </>
      )}
      <Moment at={createdAt} />
    </>
  )
}
