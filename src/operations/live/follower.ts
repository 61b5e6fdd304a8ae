import type { Actor } from '#domain/access/actor.ts'
import { unauthenticated } from '#domain/errors.ts'
import type { Change } from '#domain/live/notice.ts'
import type { Alert } from '#infra/prisma/client.ts'
import type { Stream } from './stream.ts'

/** The unread count and the new alert; `null` if an alert was only read. */
export type AlertNews = { unreadCount: number; alert: Alert | null }

/** The session or API key that a stream depends on. The stream ends with it. */
export type Credential = `session ${string}` | `key ${string}`

export const sessionCredential = (sid: string): Credential => `session ${sid}`
export const keyCredential = (keyId: string): Credential => `key ${keyId}`

/** A user who gets events while their credential is valid. */
export type Follower = {
  actor: Actor
  credential: Credential
  /** When the user must have a second factor, as of the last check. Nothing is sent after it. */
  dueAt?: Date | null
} & ({ follows: 'changes'; stream: Stream<Change> } | { follows: 'alerts'; stream: Stream<AlertNews> })

/** The user and session of a request. */
type Caller = { actor: Actor | null; sid: string | null }

/** The streams of this process and their followers. */
export type Live = {
  changes: (caller: Caller) => Promise<Stream<Change>>
  alerts: (caller: Caller) => Promise<Stream<AlertNews>>
  /** Ends every stream whose session or key has ended. It also runs on a timer. */
  check: () => Promise<void>
  /** Ends all streams, refuses new ones and closes the connection. */
  close: () => Promise<void>
}

/** The actor and credential of a request. Throws `unauthenticated` without both. */
export function credentialOf({ actor, sid }: Caller): { actor: Actor; credential: Credential } {
  if (!actor || (!actor.key && !sid)) throw unauthenticated()
  const { id, role, mustChangePassword, mustAddFactor, key } = actor
  return {
    actor: { id, role, mustChangePassword, mustAddFactor, ...(key && { key }) },
    credential: key ? keyCredential(key.id) : sessionCredential(sid ?? ''),
  }
}
