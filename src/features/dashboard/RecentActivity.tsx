import { useSessionEnded } from '#client/session.ts'
import type { AuditAction, DashboardQuery } from '#generated/graphql.ts'
import { Card, CardHead } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import type { IconName } from '#ui/iconPaths.ts'
import { List, ListItem } from '#ui/List.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
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

/** The latest actions, in the wording of SPEC section 4. */
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
          {activity.map(({ id, action, resourceType, description, createdAt }) => (
            <ListItem
              key={id}
              icon={byAction[action] ?? byThing[resourceType] ?? 'info'}
              detail={<Moment at={createdAt} />}
            >
              {description}
            </ListItem>
          ))}
        </List>
      )}
    </Card>
  )
}
