import type { Actor } from '#domain/access/actor.ts'
import { unauthenticated } from '#domain/errors.ts'
import type { Change } from '#domain/live/notice.ts'
import type { Alert } from '#infra/prisma/client.ts'
import type { Visit } from '../context.ts'
import type { Stream } from './stream.ts'

/** How many alerts somebody has not read, and the new one; `null` where one was only read. */
export type AlertNews = { unreadCount: number; alert: Alert | null }

/** What lets somebody follow, and ends their streams when it ends: a session, or an API key. */
export type Pass = `session ${string}` | `key ${string}`

export const sessionPass = (sid: string): Pass => `session ${sid}`
const keyPass = (keyId: string): Pass => `key ${keyId}`

/** Somebody who is told of things for as long as their pass holds. */
export type Follower = { actor: Actor; pass: Pass } & (
  | { follows: 'changes'; stream: Stream<Change> }
  | { follows: 'alerts'; stream: Stream<AlertNews> }
)

/** Who follows, and by which pass. */
export function passOf({ actor, sid }: Visit): { actor: Actor; pass: Pass } {
  if (!actor || (!actor.key && !sid)) throw unauthenticated()
  const { id, role, mustChangePassword, key } = actor
  return {
    actor: { id, role, mustChangePassword, ...(key && { key }) },
    pass: key ? keyPass(key.id) : sessionPass(sid ?? ''),
  }
}
