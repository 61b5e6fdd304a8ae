import type { Actor } from '#domain/access/actor.ts'
import { unauthenticated } from '#domain/errors.ts'
import type { Change } from '#domain/live/notice.ts'
import type { Alert } from '#infra/prisma/client.ts'
import type { Visit } from '../context.ts'
import type { Stream } from './stream.ts'

/** How many alerts somebody has not read, and the new one; `null` where one was only read. */
export type AlertNews = { unreadCount: number; alert: Alert | null }

/** Somebody who is told of things for as long as the visit lasts by which they asked. */
export type Follower = { actor: Actor; sid: string } & (
  | { follows: 'changes'; stream: Stream<Change> }
  | { follows: 'alerts'; stream: Stream<AlertNews> }
)

/** The visit that a stream lives and dies with. */
export function visitOf({ actor, sid }: Visit): { actor: Actor; sid: string } {
  if (!actor || !sid) throw unauthenticated()
  const { id, role, mustChangePassword } = actor
  return { actor: { id, role, mustChangePassword }, sid }
}
