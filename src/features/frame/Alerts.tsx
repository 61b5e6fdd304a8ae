import { type RefObject, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { toastFailure } from '#client/toast.ts'
import { alertTypes } from '#domain/alerts/alertTypes.ts'
import { graphql } from '#generated/gql.ts'
import type { AlertsQuery } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Popover } from '#ui/Popover.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { section, visuallyHidden } from '#ui/type.css.ts'
import { Moment } from '../time/Moment.tsx'
import * as styles from './Alerts.css.ts'
import { useRowKeys } from './useRowKeys.ts'

const alertsQuery = graphql(`
  query Alerts($after: String) {
    alerts(first: 10, after: $after) {
      pageInfo { endCursor hasNextPage }
      edges { node { id type patientId message isRead createdAt } }
    }
  }
`)
const readAlertMutation = graphql(`
  mutation ReadAlert($input: ReadAlertInput!) { readAlert(input: $input) { id isRead } }
`)
const readAllAlertsMutation = graphql(`
  mutation ReadAllAlerts { readAllAlerts }
`)

type Alert = AlertsQuery['alerts']['edges'][number]['node']
type Props = {
  unread: number
  triggerRef: RefObject<HTMLElement | null>
  isOpen: boolean
  onClose: () => void
}

/** The user's alerts, newest first. */
export function Alerts({ unread, ...place }: Props) {
  const [{ fetching }, readAll] = useMutation(readAllAlertsMutation)
  const [pages, setPages] = useState(1)

  async function markAllRead(): Promise<void> {
    const { error } = await readAll({})
    if (error) toastFailure(error, 'Failed to mark all as read', () => void markAllRead())
  }

  return (
    <Popover label="Notifications" {...place}>
      <div className={styles.head}>
        <h2 className={section}>Notifications</h2>
        {unread > 0 && (
          <Button variant="quiet" size="small" isPending={fetching} onClick={markAllRead}>
            Mark all read
          </Button>
        )}
      </div>
      <RowKeys />
      <ul role="list" className={styles.list}>
        <Page after={null} pages={pages} onMore={() => setPages(pages + 1)} />
      </ul>
    </Popover>
  )
}

/** Listens for the list's keys while the panel is open. */
function RowKeys() {
  const [, read] = useMutation(readAlertMutation)
  useRowKeys({
    isInPanel: true,
    onSelect(id) {
      void read({ input: { alertId: id } }).then(
        ({ error }) => error && toastFailure(error, 'Failed to mark as read'),
      )
    },
  })
  return null
}

type PageProps = { after: string | null; pages: number; onMore: () => void }

/** One page of ten alerts, followed by further pages on request. A new alert shifts all of them. */
function Page({ after, pages, onMore }: PageProps) {
  const [{ data, error }] = useQuery({ query: alertsQuery, variables: after ? { after } : {} })
  if (!data)
    return (
      <li>
        {error ? (
          <EmptyState text={errorMessage(error, 'The notifications could not be loaded.').message} />
        ) : (
          <Skeleton />
        )}
      </li>
    )
  const { edges, pageInfo } = data.alerts
  if (edges.length === 0 && !after)
    return (
      <li>
        <EmptyState text="No notifications yet" />
      </li>
    )
  return (
    <>
      {edges.map(({ node }) => (
        <Item key={node.id} alert={node} />
      ))}
      {pageInfo.hasNextPage &&
        (pages > 1 ? (
          <Page after={pageInfo.endCursor ?? null} pages={pages - 1} onMore={onMore} />
        ) : (
          <li className={styles.more}>
            <Button variant="quiet" size="small" onClick={onMore}>
              Show older
            </Button>
          </li>
        ))}
    </>
  )
}

/** Marks the alert as read when clicked and opens its page. */
function Item({ alert }: { alert: Alert }) {
  const [{ fetching }, read] = useMutation(readAlertMutation)
  const path = alertTypes[alert.type].path(alert.patientId ?? null)

  async function open(): Promise<void> {
    if (fetching) return
    if (!alert.isRead) {
      const { error } = await read({ input: { alertId: alert.id } })
      if (error) return toastFailure(error, 'Failed to mark as read', () => void open())
    }
    if (path) location.assign(path)
  }

  return (
    <li data-row={alert.id}>
      <button
        type="button"
        className={styles.item}
        data-opener
        aria-busy={fetching || undefined}
        onClick={open}
      >
        <span className={alert.isRead ? styles.readMark : styles.unreadMark} aria-hidden="true" />
        <span>
          {!alert.isRead && <span className={visuallyHidden}>Unread: </span>}
          <span className={alert.isRead ? styles.readMessage : styles.unreadMessage}>{alert.message}</span>
          <span className={styles.moment}>
            <Moment at={alert.createdAt} />
          </span>
        </span>
      </button>
    </li>
  )
}
