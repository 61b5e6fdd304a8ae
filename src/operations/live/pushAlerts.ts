import type { Actor } from '#domain/access/actor.ts'
import type { Notice } from '#domain/live/notice.ts'
import type { Alert } from '#infra/prisma/client.ts'
import { alertsVisibleTo } from '../alerts/alerts.ts'
import type { RequestContext } from '../context.ts'
import type { Viewer } from '../patients/visiblePatient.ts'
import type { AlertNews } from './follower.ts'
import type { Stream } from './stream.ts'

type Listener = { actor: Actor; stream: Stream<AlertNews> }
type AlertSubscriber = Pick<RequestContext, 'db'> & Viewer

/**
 * Sends each listener the alerts of theirs among these notices. Alerts are loaded once per user, however many
 * streams the user has.
 */
export async function pushAlerts(
  context: Pick<RequestContext, 'db' | 'now'>,
  listeners: Listener[],
  notices: Notice[],
): Promise<void> {
  const isMissed = notices.some(({ kind }) => kind === 'missed')
  const alerts = notices.filter((notice) => notice.kind === 'alert')
  for (const own of Map.groupBy(listeners, sameView).values()) {
    const actor = own[0]?.actor
    const mine = alerts.filter((alert) => alert.userId === actor?.id)
    if (!actor || (mine.length === 0 && !isMissed)) continue
    const ids = mine.flatMap(({ alertId }) => alertId ?? [])
    const wasOnlyRead = isMissed || mine.some(({ alertId }) => alertId === null)
    const all = await newsOf({ ...context, actor }, { ids, wasOnlyRead })
    for (const news of all) for (const { stream } of own) stream.push(news)
  }
}

/** A user's API key may see less than the user. */
const sameView = ({ actor: { id, role, key } }: Listener): string =>
  `${id} ${role} ${key ? 'by key' : 'in person'}`

/**
 * One event for each new alert that is visible to the actor, or one without an alert if some were only read.
 */
async function newsOf(
  subscriber: AlertSubscriber,
  { ids, wasOnlyRead }: { ids: string[]; wasOnlyRead: boolean },
): Promise<AlertNews[]> {
  const { db } = subscriber
  const visible = alertsVisibleTo(subscriber)
  const added: Alert[] =
    ids.length === 0
      ? []
      : await db.alert.findMany({ where: { AND: [visible, { id: { in: ids } }] }, orderBy: { id: 'asc' } })
  if (added.length === 0 && !wasOnlyRead) return []
  const unreadCount = await countUnread(subscriber)
  return added.length === 0 ? [{ unreadCount, alert: null }] : added.map((alert) => ({ unreadCount, alert }))
}

export const countUnread = (subscriber: AlertSubscriber): Promise<number> =>
  subscriber.db.alert.count({ where: { AND: [alertsVisibleTo(subscriber), { isRead: false }] } })
