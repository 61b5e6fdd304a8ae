import { deviceName } from '#domain/sessions/device.ts'
import { graphql } from '#generated/gql.ts'
import type { SessionRowFragment } from '#generated/graphql.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { List, ListItem } from '#ui/List.tsx'
import { RowActions } from '#ui/Table.tsx'
import { strong } from '#ui/type.css.ts'
import { Moment } from '../time/Moment.tsx'

/** The data of a session row. */
export const sessionRow = graphql(`
  fragment SessionRow on OpenSession { id createdAt seenAt ipAddress userAgent isCurrent }
`)

type Session = SessionRowFragment

type Props = {
  label: string
  sessions: readonly Session[]
  pendingId: string | null
  onEnd: (session: Session) => void
  /** Offers to report sessions other than the current one. */
  onReport?: (session: Session) => void
}

/** The user's sessions: device, address and last use. */
export function SessionList({ label, sessions, pendingId, onEnd, onReport }: Props) {
  return (
    <List label={label}>
      {sessions.map((session) => (
        <ListItem
          key={session.id}
          icon="lock"
          detail={<Whence session={session} />}
          action={
            <RowActions>
              {onReport && !session.isCurrent && (
                <Button
                  size="small"
                  aria-label={`This Wasn’t Me: ${deviceName(session.userAgent ?? null)}`}
                  onClick={() => onReport(session)}
                >
                  This Wasn’t Me
                </Button>
              )}
              <Button
                size="small"
                isPending={pendingId === session.id}
                aria-label={`End Session: ${deviceName(session.userAgent ?? null)}`}
                onClick={() => onEnd(session)}
              >
                End Session
              </Button>
            </RowActions>
          }
        >
          <span className={strong} title={session.userAgent ?? undefined}>
            {deviceName(session.userAgent ?? null)}
          </span>{' '}
          {session.isCurrent && <Badge tone="ready">This one</Badge>}
        </ListItem>
      ))}
    </List>
  )
}

const Whence = ({ session: { ipAddress, createdAt, seenAt } }: { session: Session }) => (
  <>
    {ipAddress ?? 'Unknown address'} · signed in <Moment at={createdAt} /> · last used <Moment at={seenAt} />
  </>
)
