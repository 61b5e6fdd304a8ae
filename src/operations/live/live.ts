import { Failure, unauthenticated } from '#domain/errors.ts'
import type { Change, Notice } from '#domain/live/notice.ts'
import type { Notices } from '#infra/notices.ts'
import type { ClinicSettings } from '../clinic/clinicSettings.ts'
import type { RequestContext } from '../context.ts'
import { findValidCredentials } from './findValidCredentials.ts'
import {
  type AlertNews,
  credentialOf,
  type Follower,
  keyCredential,
  type Live,
  sessionCredential,
} from './follower.ts'
import { pushAlerts } from './pushAlerts.ts'
import { missed, pushChanges } from './pushChanges.ts'
import { makeStream } from './stream.ts'

type Parts = {
  services: Pick<RequestContext, 'db' | 'now'> & { settings: Pick<ClinicSettings, 'current' | 'refresh'> }
  notices: Notices
  /** Called when notices could not be delivered. Followers are then asked to reload. */
  logFault: (error: unknown) => void
}

export const liveLimits = { perCredential: 10, perUser: 50, perProcess: 2_000, checkEveryMs: 15_000 }

/** The resources whose changes can end a credential: a key can be revoked, an account changed, a second factor removed. */
const credentialTypes = ['api_key', 'user', 'authenticator_app', 'second_factor']

const mayEndCredential = (notice: Notice): boolean =>
  notice.kind === 'missed' || (notice.kind === 'change' && credentialTypes.includes(notice.resourceType))

/** The length of the notice queue. Beyond it, followers are asked to reload. */
const MOST_NOTICES = 1_000

export function makeLive({ services, notices, logFault }: Parts, limits = liveLimits): Live {
  const followers = new Set<Follower>()
  let waiting: Notice[] = []
  let isPushing = false
  let isClosed = false
  let hearing: Promise<void> | undefined
  let nextCheck: NodeJS.Timeout | undefined
  let nextCheckAt = Number.POSITIVE_INFINITY

  function hear(notice: Notice): void {
    if (notice.kind === 'session_end')
      endAll(({ credential }) => credential === sessionCredential(notice.sid))
    if (mayEndCredential(notice)) checkIn(0)
    // The new list of documents may lack the subscription. The client connects again, which the list then decides.
    if (notice.kind === 'change' && notice.resourceType === 'api_key' && notice.action === 'updated')
      endAll(({ credential }) => credential === keyCredential(notice.resourceId ?? ''))
    // New settings may require a second factor of some followers.
    if (notice.kind === 'clinic_settings' && followers.size > 0)
      services.settings.refresh().then(() => checkIn(0), logFault)
    if (notice.kind === 'session_end' || followers.size === 0) return
    waiting.push(notice)
    if (waiting.length > MOST_NOTICES) waiting = [{ kind: 'missed' }]
    if (!isPushing) void pushWaiting()
  }

  /**
   * Delivers all notices that arrived during the last delivery as one batch, so that a large change costs few
   * statements.
   */
  async function pushWaiting(): Promise<void> {
    isPushing = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0)
      await push(batch).catch((error: unknown) => {
        logFault(error)
        for (const { follows, stream } of followers)
          if (follows === 'changes') stream.push(missed(services.now()))
      })
    }
    isPushing = false
  }

  async function push(batch: Notice[]): Promise<void> {
    const now = services.now()
    for (const { dueAt, stream } of followers) if (dueAt && dueAt <= now) stream.end()
    const all = [...followers].filter(({ stream }) => !stream.isOver())
    const ofChanges = all.filter((one) => one.follows === 'changes')
    const ofAlerts = all.filter((one) => one.follows === 'alerts')
    if (ofChanges.length > 0) await pushChanges(services, ofChanges, batch)
    if (ofAlerts.length > 0) await pushAlerts(services, ofAlerts, batch)
  }

  async function check(some: Iterable<Follower> = followers): Promise<void> {
    const checked = [...some]
    if (checked.length === 0) return
    const living = await findValidCredentials(services, [
      ...new Set(checked.map(({ credential }) => credential)),
    ])
    for (const one of checked) {
      const found = living.get(one.credential)
      if (found?.role !== one.actor.role) one.stream.end()
      one.dueAt = found?.dueAt ?? null
    }
    const ends = [...living.values()].flatMap(({ expire, dueAt }) => (dueAt ? [expire, dueAt] : [expire]))
    const soonest = Math.min(...ends.map((at) => at.getTime()))
    checkIn(Math.min(limits.checkEveryMs, Math.max(20, soonest - services.now().getTime())))
  }

  /** Schedules a check unless one is due sooner. */
  function checkIn(ms: number): void {
    const at = performance.now() + ms
    if (at >= nextCheckAt) return
    clearTimeout(nextCheck)
    nextCheckAt = at
    nextCheck = setTimeout(() => {
      nextCheckAt = Number.POSITIVE_INFINITY
      check().catch((error: unknown) => {
        logFault(error)
        checkIn(limits.checkEveryMs)
      })
    }, ms)
    nextCheck.unref()
  }

  function endAll(isMeant: (follower: Follower) => boolean): void {
    for (const follower of followers) if (isMeant(follower)) follower.stream.end()
  }

  function admit({ credential, actor }: Follower): void {
    if (isClosed) throw new Failure('unavailable', 'The server is stopping. Reconnect in a moment.')
    if (followers.size >= limits.perProcess)
      throw new Failure('unavailable', 'Too many clients are subscribed to changes. Try again in a moment.')
    // A user can have any number of sessions, so a limit for each session is not enough.
    const ofUser = [...followers].filter((other) => other.actor.id === actor.id)
    const ofCredential = ofUser.filter((other) => other.credential === credential)
    if (ofCredential.length >= limits.perCredential)
      throw new Failure(
        'rate_limited',
        `A session or API key can have at most ${limits.perCredential} subscriptions to changes`,
      )
    if (ofUser.length >= limits.perUser)
      throw new Failure('rate_limited', `A user can have at most ${limits.perUser} subscriptions to changes`)
  }

  /** Checks the credential again after the stream is registered, so that it cannot end in between unnoticed. */
  async function add(follower: Follower): Promise<void> {
    admit(follower)
    followers.add(follower)
    void follower.stream.over.then(() => followers.delete(follower))
    try {
      hearing ??= notices.listen(hear)
      await hearing
      await check([follower])
    } catch (error) {
      hearing = undefined
      follower.stream.end()
      throw error
    }
    if (follower.stream.isOver()) throw unauthenticated()
  }

  return {
    changes: async (caller) => {
      const stream = makeStream<Change>(({ at }) => missed(at))
      await add({ ...credentialOf(caller), follows: 'changes', stream })
      return stream
    },
    alerts: async (caller) => {
      const stream = makeStream<AlertNews>(({ unreadCount }) => ({ unreadCount, alert: null }))
      await add({ ...credentialOf(caller), follows: 'alerts', stream })
      return stream
    },
    check: () => check(),
    close: async () => {
      isClosed = true
      clearTimeout(nextCheck)
      endAll(() => true)
      await notices.close()
    },
  }
}
