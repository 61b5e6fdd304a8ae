import type { Actor } from '#domain/access/actor.ts'
import type { Notice } from '#domain/live/notice.ts'
import type { Alert } from '#infra/prisma/client.ts'
import { alertsVisibleTo } from '../alerts/visibleAlerts.ts'
import type { Visit } from '../context.ts'
import type { AlertNews } from './follower.ts'
import type { Stream } from './stream.ts'

type Listener = { actor: Actor; stream: Stream<AlertNews> }

/** Tells everybody of their own alerts among these notices; each person's are looked up once, whatever they have open. */
export async function tellAlerts(
  { db }: Pick<Visit, 'db'>,
  listeners: Listener[],
  notices: Notice[],
): Promise<void> {
  const isMissed = notices.some(({ kind }) => kind === 'missed')
  const alerts = notices.filter((notice) => notice.kind === 'alert')
  for (const [userId, own] of Map.groupBy(listeners, ({ actor }) => actor.id)) {
    const mine = alerts.filter((alert) => alert.userId === userId)
    const actor = own[0]?.actor
    if (!actor || (mine.length === 0 && !isMissed)) continue
    const ids = mine.flatMap(({ alertId }) => alertId ?? [])
    const wasOnlyRead = isMissed || mine.some(({ alertId }) => alertId === null)
    const all = await newsOf({ db }, actor, { ids, wasOnlyRead })
    for (const news of all) for (const { stream } of own) stream.push(news)
  }
}

/** One piece of news for each new alert that exists for the actor, or one without for what was only read. */
async function newsOf(
  { db }: Pick<Visit, 'db'>,
  actor: Actor,
  { ids, wasOnlyRead }: { ids: string[]; wasOnlyRead: boolean },
): Promise<AlertNews[]> {
  const visible = alertsVisibleTo(actor)
  const added: Alert[] =
    ids.length === 0
      ? []
      : await db.alert.findMany({ where: { AND: [visible, { id: { in: ids } }] }, orderBy: { id: 'asc' } })
  if (added.length === 0 && !wasOnlyRead) return []
  const unreadCount = await countUnread({ db }, actor)
  return added.length === 0 ? [{ unreadCount, alert: null }] : added.map((alert) => ({ unreadCount, alert }))
}

export const countUnread = ({ db }: Pick<Visit, 'db'>, actor: Actor): Promise<number> =>
  db.alert.count({ where: { AND: [alertsVisibleTo(actor), { isRead: false }] } })
