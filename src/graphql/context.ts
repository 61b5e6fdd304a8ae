import { API_VERSION, isApiVersion, UNKNOWN_VERSION, VERSION_HEADER } from '#domain/apiVersion.ts'
import { Failure } from '#domain/errors.ts'
import { isDatabaseAway } from '#infra/database.ts'
import { MINUTE } from '#infra/requestLimit.ts'
import { resourceProblem } from '#infra/resourceProblem.ts'
import type { Cookies } from '#infra/sessionCookie.ts'
import { inSpan, isTracing } from '#infra/tracing.ts'
import { recognizeKey } from '#operations/apiKeys/recognizeKey.ts'
import { callerOf, createRequestContext, type RequestContext, type Services } from '#operations/context.ts'
import { recognizeSession, type SessionEnd, type Viewer } from '#operations/sessions/recognizeVisitor.ts'

/** The facts about a request before its caller is recognized. */
export type Caller = {
  /** The request's ID, which is in the response, the log and the audit log. */
  requestId: string
  cookieHeader: string | null
  /** The token of an `Authorization: Bearer` header. It replaces any cookie. */
  bearer: string | null
  /** The Idempotency-Key header, unchecked. */
  idempotencyKey?: string | null
  /** The version of the API for which the program was written, unchecked. */
  apiVersion?: string | null
  /** Whether the answer is to have the cost of the request. */
  asksCost?: boolean
  ipAddress: string | null
  userAgent: string | null
  /** Whether the page sent this request without user input, so that it does not extend the session. */
  isBackground?: boolean
}

/** One request, as resolvers see it. */
export type GraphQLContext = RequestContext & {
  actor: Viewer | null
  /** The end of the request's session; `null` without one. */
  sessionEnd: SessionEnd | null
  /** The Idempotency-Key header, unchecked. */
  idempotencyKey: string | null
  /** Whether the answer is to have the cost of the request. */
  asksCost: boolean
  /** Set by signing in and out: the browser's new session, or `null` for none. */
  carrySession: (sid: string | null) => void
  /** Set by signing in: the ID that identifies the browser as a known device. */
  carryDevice: (deviceId: string) => void
  /** The Set-Cookie headers for both. Empty if nothing changed. */
  setCookies: () => Promise<string[]>
  /** Further headers of the answer. They are added while the request is handled. */
  answerHeaders: [name: string, value: string][]
}

export type Recognize = (caller: Caller) => Promise<GraphQLContext>

/** Recognizes the caller of a request with one query, for the API key or for the session. */
export const makeRecognize =
  (clinic: Services, cookies: Cookies): Recognize =>
  async (caller) => {
    const context = await recognized(anonymousContext(clinic, cookies, caller), cookies, caller)
    await refuseTooMany(context)
    refuseUnknownVersion(context, caller)
    return context
  }

async function recognized(
  nobody: GraphQLContext,
  { session: cookie }: Cookies,
  { bearer, cookieHeader, isBackground }: Caller,
): Promise<GraphQLContext> {
  if (bearer !== null) return { ...nobody, actor: await recognizeKey(nobody, bearer) }
  const sid = await cookie.read(cookieHeader)
  if (sid === null) return nobody
  const context = { ...nobody, sid }
  const session = await recognizeSession(context, sid, { keepsAlive: !isBackground })
  return session
    ? { ...context, actor: session.viewer, sessionEnd: session.end, provenAt: session.provenAt }
    : context
}

/** Counts the request by key, user or address. A key that floods must not keep its user from revoking it. */
async function refuseTooMany(context: GraphQLContext): Promise<void> {
  const { actor, requestLimit, answerHeaders } = context
  const { isRefused, limit, left, secondsLeft } = await requestLimit.take(
    actor?.key ? `key:${actor.key.id}` : callerOf(context),
  )
  // As in draft-ietf-httpapi-ratelimit-headers-10.
  answerHeaders.push(
    ['RateLimit-Policy', `"requests";q=${limit};w=${MINUTE}`],
    ['RateLimit', `"requests";r=${left};t=${secondsLeft}`],
  )
  if (!isRefused) return
  const message = `These were more requests than a minute allows. Go on in ${secondsLeft} seconds.`
  throw new Failure('rate_limited', message, { retryAfter: secondsLeft })
}

/** There is only one version so far, so nothing else depends on it. */
function refuseUnknownVersion({ answerHeaders }: GraphQLContext, { apiVersion = null }: Caller): void {
  answerHeaders.push([VERSION_HEADER, API_VERSION])
  if (apiVersion === null || isApiVersion(apiVersion)) return
  throw new Failure('invalid', UNKNOWN_VERSION, { fields: { [VERSION_HEADER]: UNKNOWN_VERSION } })
}

/** The context of a request whose caller is not known. */
export function anonymousContext(clinic: Services, cookies: Cookies, caller: Caller): GraphQLContext {
  const {
    requestId: id,
    cookieHeader,
    idempotencyKey = null,
    asksCost = false,
    ipAddress,
    userAgent,
  } = caller
  let sid: string | null | undefined
  let device: string | undefined
  return {
    ...createRequestContext(clinic, {
      readDeviceId: () => cookies.device.read(cookieHeader),
      request: { id, ipAddress, userAgent, listed: new Map() },
    }),
    actor: null,
    sessionEnd: null,
    idempotencyKey,
    asksCost,
    answerHeaders: [],
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

/** Runs work as a span, if this process sends traces. */
export const asSpan = <Result>(name: () => string, work: () => Promise<Result>): Promise<Result> =>
  isTracing() ? inSpan(name(), {}, work) : work()

/** Whether an error means that the database is unavailable, so that the caller may retry. */
export const isAway = isDatabaseAway

/** The resource, such as disk space, that an error lacked; `null` for other errors. */
export const lackedResource = resourceProblem
