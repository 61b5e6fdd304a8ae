import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { logAccess } from '#app/accessLog.ts'
import type { Measured } from '#app/metrics.ts'
import { inSpanOfRequest } from '#app/requestSpan.ts'
import { createSignOnEndpoint } from '#app/signOn.ts'
import { can } from '#domain/access/policy.ts'
import { paths, signingSecretIn } from '#domain/access/screens.ts'
import { CHECKED_FILE_MAX, SEALED_FILE_MAX } from '#domain/consent/formCheck.ts'
import { PROOF } from '#domain/consent/representative.ts'
import { Failure, forbidden, httpStatus } from '#domain/errors.ts'
import { SIGN_ON_HEADING } from '#domain/users/signOn.ts'
import { passInHeader } from '#features/consent/signingPass.ts'
import type { PostedProof } from '#features/consent/signingVisit.ts'
import manifest from '#generated/persisted-documents.json' with { type: 'json' }
import type { RecognizedCaller } from '#graphql/answers.ts'
import { anonymousContext, type GraphQLContext, makeRecognize } from '#graphql/context.ts'
import { createTransports, recordDenial } from '#graphql/execute.ts'
import { explorerPage } from '#graphql/explorer.ts'
import type { LogFault } from '#graphql/failures.ts'
import { readManifest } from '#graphql/persisted.ts'
import { makeSubscribe } from '#graphql/subscribe.ts'
import { makeYoga } from '#graphql/yoga.ts'
import type { Assets } from '#http/assets.ts'
import { createCalendarEndpoint } from '#http/calendar.ts'
import { callerOf, isForwarded } from '#http/caller.ts'
import { createEvidenceEndpoint } from '#http/evidence.ts'
import { createGraphQLEndpoint } from '#http/graphql.ts'
import { hasHungUp } from '#http/hungUp.ts'
import { createLogoEndpoint } from '#http/logo.ts'
import { requestIdOf } from '#http/messages.ts'
import { bringsFile, hashPostedFile, type PostedFile } from '#http/postedFile.ts'
import { isFromProxy } from '#http/proxies.ts'
import { makeSite, type Readiness } from '#http/site.ts'
import { createWebhookEndpoint } from '#http/webhook.ts'
import type { Environment } from '#infra/environment.ts'
import type { TimeStamps } from '#infra/evidence/timeStamps.ts'
import { requestScope } from '#infra/requestScope.ts'
import { makeCookies } from '#infra/sessionCookie.ts'
import { checkSeal, type SealCheck } from '#infra/signing/sealCheck.ts'
import { readCalendarFeed } from '#operations/calendar/readCalendarFeed.ts'
import { readClinicLogo } from '#operations/clinic/clinicLogo.ts'
import { receiveProviderEvent } from '#operations/consent/receiveProviderEvent.ts'
import { admitAuthorityProof } from '#operations/consent/uploadAuthorityProof.ts'
import type { Services } from '#operations/context.ts'
import { describeEvidence } from '#operations/evidence/describeEvidence.ts'
import { makeRest } from '#rest/router.ts'
import { readUpload } from '#rest/upload.ts'

const persisted = readManifest(manifest)

/** Astro's request handler, as its adapter builds it. */
export type Pages = (
  req: IncomingMessage,
  res: ServerResponse,
  next: undefined,
  locals: App.Locals,
) => unknown

type Parts = {
  environment: Environment
  services: Services
  log: Logger
  pages: Pages
  assets: Assets
  readiness: () => Promise<Readiness>
  /** Only with METRICS_PORT. */
  measured?: Measured | undefined
}

/** The facts about a file posted for checking, before any lookup. */
export type LookedAt = { sha256: string; seal: SealCheck } | Extract<PostedFile, { refused: string }>

async function lookAtPostedFile(
  req: IncomingMessage,
  timeStampRoots?: TimeStamps['roots'],
): Promise<LookedAt> {
  const posted = await hashPostedFile(req, { max: CHECKED_FILE_MAX, keep: SEALED_FILE_MAX })
  if ('refused' in posted) return posted
  const { sha256, content } = posted
  return { sha256, seal: content ? await checkSeal(content, timeStampRoots) : { state: 'unsealed' } }
}

/**
 * Wires the services to the HTTP endpoints. Creates everything that exists once per process; pages get it through
 * `locals`.
 */
export function createApp({ environment, services, log, pages, assets, readiness, measured }: Parts) {
  const { publicUrl, sessionSecrets, mode } = environment
  const cookies = makeCookies({ secrets: sessionSecrets, isSecure: publicUrl.startsWith('https:') })
  const recognize = makeRecognize(services, cookies)
  const logFault: LogFault = ({ error, ...where }) => log.error({ err: error, ...where }, 'fault')
  const transports = createTransports(logFault, measured?.metrics.failed)
  const yoga = makeYoga({
    execute: transports.execute,
    subscribe: makeSubscribe(logFault),
    log: logFault,
    persisted,
    count: measured?.metrics.failed,
  })
  const rest = makeRest(transports)
  const contextOf = async (req: IncomingMessage) => {
    const context = await recognize(callerOf(req, environment))
    const scope = requestScope.getStore()
    if (scope) scope.userId = context.actor?.id
    return context
  }

  const recognizeCaller = async (req: IncomingMessage): Promise<RecognizedCaller> => {
    try {
      return { context: await contextOf(req) }
    } catch (refused) {
      return { refused }
    }
  }

  const explorer = async (caller: RecognizedCaller) => {
    if ('refused' in caller) throw caller.refused
    return can(caller.context.actor, 'graphiql.use') ? explorerPage() : null
  }

  /** Every caller gets "not found". For a signed-in user, the denial is also audited. */
  const refuseExplorer = async (caller: RecognizedCaller) => {
    if ('context' in caller) await recordDenial(caller.context, forbidden(), 'graphiql', logFault)
    throw new Failure('not_found', 'Page not found')
  }

  /** Ignores cookies and API keys, because the token alone opens a calendar. Limits count by address. */
  const readCalendar = async (token: string, req: IncomingMessage) =>
    readCalendarFeed(await recognize({ ...callerOf(req, environment), bearer: null, cookieHeader: null }), {
      token,
    })

  /** Authenticated only by its signature; cookies and tokens are ignored. */
  const takeDocuSign = async (message: { body: Buffer; signatures: string[] }, req: IncomingMessage) => {
    const context = anonymousContext(services, cookies, callerOf(req, environment))
    try {
      await receiveProviderEvent(context, { provider: 'docusign', ...message })
    } catch (error) {
      if (error instanceof Failure && error.code === 'unauthenticated')
        measured?.metrics.failed('webhook_rejected')
      throw error
    }
  }

  /** Receives the proof of authority posted to a signing page. It is counted first, because a link allows only a few. */
  const receiveProof = async (
    req: IncomingMessage,
    context: GraphQLContext,
    secret: string,
  ): Promise<PostedProof> => {
    try {
      await admitAuthorityProof(context, { secret, pass: passInHeader(req.headers.cookie) })
      const transport = { ...transports.files.record, limit: () => PROOF.bytes }
      const { body, settle } = await readUpload(req, transport, context)
      return { file: body.file, settle }
    } catch (refused) {
      req.resume()
      return { refused }
    }
  }

  /** If the user cannot be identified, for example because the database is down, an anonymous page shows the error. */
  const servePage = async (req: IncomingMessage, res: ServerResponse) => {
    const site = { transports, publicUrl, mode, requested: req.url ?? paths.home, preloaded: {} }
    // Astro cannot parse a URL with invalid percent-encoding and would log it. Long runs of slashes cost it 0.3 seconds.
    if (!isReadable(req)) req.url = NO_SUCH_PAGE
    try {
      const context = await contextOf(req)
      const takesFile = req.url?.split('?')[0] === paths.verify && bringsFile(req)
      const posted = takesFile ? { posted: await lookAtPostedFile(req, services.timeStamps?.roots) } : {}
      const secret = bringsFile(req) ? signingSecretIn(req.url) : null
      const proof = secret ? { proof: await receiveProof(req, context, secret) } : {}
      await pages(req, res, undefined, { ...site, ...posted, ...proof, context })
    } catch (error) {
      if (hasHungUp(req, error)) return
      const context = anonymousContext(services, cookies, callerOf(req, environment))
      await pages(req, res, undefined, { ...site, context, problem: transports.failureOf(error, context) })
    }
  }

  /** A browser that returns from a provider gets errors as a page. */
  const signOn = createSignOnEndpoint({
    cookies,
    contextOf,
    withoutSession: (req) => recognize({ ...callerOf(req, environment), bearer: null, cookieHeader: null }),
    logRefusal: (provider, reason) => log.warn({ provider, reason }, 'single sign-on refused'),
    servePage: async (req, res, error) => {
      const context = anonymousContext(services, cookies, callerOf(req, environment))
      const site = { transports, publicUrl, mode, requested: paths.home, preloaded: {} }
      const problem = transports.failureOf(error, context)
      await pages(req, res, undefined, { ...site, context, problem, problemHeading: SIGN_ON_HEADING })
    },
  })

  const noticeIgnoredProxy = (req: IncomingMessage) => {
    const { trustProxy } = environment
    if (services.proxy.isIgnored || !isForwarded(req) || isFromProxy(req, trustProxy)) return
    services.proxy.isIgnored = true
    log.warn(trustProxy ? UNLISTED_PROXY : IGNORED_PROXY)
  }

  const site = makeSite({
    publicUrl,
    readiness,
    tell: (error, req) => {
      const context = anonymousContext(services, cookies, callerOf(req, environment))
      const { code, message, retryAfter } = transports.failureOf(error, context)
      return { status: httpStatus(code), message, retryAfter }
    },
    traffic: measured?.traffic,
    assets,
    graphql: createGraphQLEndpoint({
      recognize: recognizeCaller,
      explorer,
      refuseExplorer,
      serve: (req, res, caller) =>
        yoga.handle(req, res, { caller: callerOf(req, environment), res, ...caller }),
    }),
    rest: (req, res) => rest(req, res, () => contextOf(req)),
    calendar: createCalendarEndpoint(readCalendar),
    logo: createLogoEndpoint({
      isCurrent: (sha256) => services.settings.current().logo?.sha256 === sha256,
      read: (sha256, req) =>
        readClinicLogo(anonymousContext(services, cookies, callerOf(req, environment)), { sha256 }),
    }),
    evidence: createEvidenceEndpoint((req) =>
      describeEvidence(anonymousContext(services, cookies, callerOf(req, environment))),
    ),
    webhook: createWebhookEndpoint(takeDocuSign),
    signOn,
    pages: servePage,
  })
  return (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const scope = { requestId: requestIdOf(req) }
    if (environment.logsAccess) logAccess(log, scope, req, res)
    return inSpanOfRequest(req, res, scope.requestId, () =>
      requestScope.run(scope, () => {
        noticeIgnoredProxy(req)
        return site(req, res)
      }),
    )
  }
}

const IGNORED_PROXY =
  'Requests arrive with X-Forwarded-For, X-Forwarded-Proto or Forwarded headers, but TRUST_PROXY is off: they are ' +
  'ignored. If your reverse proxy sets them, set TRUST_PROXY=true.'

const UNLISTED_PROXY =
  'Requests arrive with X-Forwarded-For, X-Forwarded-Proto or Forwarded headers from an address that TRUST_PROXY does ' +
  'not list: they are ignored. If it is your reverse proxy, add its address or network.'

/** A path without a page. */
const NO_SUCH_PAGE = '/no-such-page'

/** Whether the percent-encoding of the URL is valid and its path has no long run of slashes. */
function isReadable({ url = '/' }: IncomingMessage): boolean {
  try {
    return !/[\\/]{3}/.test(decodeURI(url.split('?')[0] ?? ''))
  } catch {
    return false
  }
}
