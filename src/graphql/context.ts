import { Failure } from '#domain/errors.ts'
import { isDatabaseAway } from '#infra/database.ts'
import type { Cookies } from '#infra/sessionCookie.ts'
import { recogniseKey } from '#operations/apiKeys/recogniseKey.ts'
import { callerOf, type RequestContext, type Services, visitTo } from '#operations/context.ts'
import { recogniseSession, type SessionEnd, type Viewer } from '#operations/sessions/recogniseVisitor.ts'

/** What a door knows of a request before anybody asked who it is. */
export type Caller = {
  /** Made where the request arrived; the answer, the log and the audit log carry it. */
  requestId: string
  cookieHeader: string | null
  /** The token of an `Authorization: Bearer` header. It replaces any cookie. */
  bearer: string | null
  ipAddress: string | null
  userAgent: string | null
  /** Whether the page sent this request without user input, so that it does not extend the session. */
  isBackground?: boolean
}

/** One request, as every resolver sees it. */
export type GraphQLContext = RequestContext & {
  actor: Viewer | null
  /** When the session that this request came with ends; `null` without one. */
  sessionEnd: SessionEnd | null
  /** Set by signing in and out: the session this visitor carries from now on, `null` for none. */
  carrySession: (sid: string | null) => void
  /** Set by signing in: the id by which this visitor's browser is known from now on. */
  carryDevice: (deviceId: string) => void
  /** The Set-Cookie headers that follow from both; none when nothing changed. */
  setCookies: () => Promise<string[]>
}

export type Recognise = (caller: Caller) => Promise<GraphQLContext>

/** Answers who a request comes from: one look at the token or the cookie, one at the key's or the session's row. */
export const makeRecognise =
  (clinic: Services, cookies: Cookies): Recognise =>
  async (caller) => {
    const visit = await recognised(anonymousContext(clinic, cookies, caller), cookies, caller)
    await refuseTooMany(visit)
    return visit
  }

async function recognised(
  nobody: GraphQLContext,
  { session: cookie }: Cookies,
  { bearer, cookieHeader, isBackground }: Caller,
): Promise<GraphQLContext> {
  if (bearer !== null) return { ...nobody, actor: await recogniseKey(nobody, bearer) }
  const sid = await cookie.read(cookieHeader)
  if (sid === null) return nobody
  const visit = { ...nobody, sid }
  const session = await recogniseSession(visit, sid, { keepsAlive: !isBackground })
  return session ? { ...visit, actor: session.viewer, sessionEnd: session.end } : visit
}

/** Counts the request by key, user or address. A key that floods must not keep its user from revoking it. */
async function refuseTooMany(visit: GraphQLContext): Promise<void> {
  const { actor, requestLimit } = visit
  const seconds = await requestLimit.take(actor?.key ? `key:${actor.key.id}` : callerOf(visit))
  if (seconds === null) return
  const message = `These were more requests than a minute allows. Go on in ${seconds} seconds.`
  throw new Failure('rate_limited', message, { retryAfter: seconds })
}

/** The context of a request whose caller is not known. */
export function anonymousContext(clinic: Services, cookies: Cookies, caller: Caller): GraphQLContext {
  const { requestId: id, cookieHeader, ipAddress, userAgent } = caller
  let sid: string | null | undefined
  let device: string | undefined
  return {
    ...visitTo(clinic, {
      readDeviceId: () => cookies.device.read(cookieHeader),
      request: { id, ipAddress, userAgent, listed: new Map() },
    }),
    actor: null,
    sessionEnd: null,
    carrySession: (next) => {
      sid = next
    },
    carryDevice: (next) => {
      device = next
    },
    setCookies: async () => [
      ...(sid === undefined ? [] : [await cookies.session.write(sid)]),
      ...(device === undefined ? [] : [await cookies.device.write(device)]),
    ],
  }
}

/** Whether a fault means that the database is away, so that the caller may simply come back. */
export const isAway = isDatabaseAway
