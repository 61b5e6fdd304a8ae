import type { IncomingMessage, ServerResponse } from 'node:http'
import { clinicDay } from '#domain/dates.ts'
import { Failure, noSuchCall } from '#domain/errors.ts'
import { withoutEndSlashes } from '#domain/text.ts'
import type { GraphQLContext, Transports } from '#graphql/execute.ts'
import { BODY_SOON_MS } from '#http/body.ts'
import { opensStream } from '#http/caller.ts'
import { hasHungUp } from '#http/hungUp.ts'
import { accountingRoutes } from './accounting.ts'
import { alertRoutes } from './alerts.ts'
import { appointmentRoutes } from './appointments.ts'
import { auditRoutes } from './audit.ts'
import { availabilityRoutes } from './availability.ts'
import { readBody } from './body.ts'
import { bulkJobRoutes } from './bulkJobs.ts'
import { changeRoutes } from './changes.ts'
import { consentRoutes } from './consents.ts'
import { forwardingRoutes } from './forwardings.ts'
import { legalHoldRoutes } from './legalHolds.ts'
import { noteRoutes } from './notes.ts'
import { patientImportRoutes } from './patientImports.ts'
import { patientRequestRoutes } from './patientRequests.ts'
import { patientStepRoutes } from './patientSteps.ts'
import { patientRoutes } from './patients.ts'
import { recordRoutes } from './records.ts'
import { isPaged, sendFailure, sendFile, sendJson, sendList, setHeaders } from './reply.ts'
import { dataExportRoutes, reportRoutes } from './reports.ts'
import { type Call, type JsonObject, queryParameters, RECHECK_MS, type Route } from './route.ts'
import { sendArchive } from './sendArchive.ts'
import { type FeedPage, sendEvents } from './sendEvents.ts'
import { sendTable } from './sendTable.ts'
import { sessionRoutes } from './session.ts'
import { systemRoutes } from './system.ts'
import { taskRoutes } from './tasks.ts'
import { readUpload, type Upload } from './upload.ts'
import { userRoutes } from './users.ts'
import { webhookRoutes } from './webhooks.ts'

/** Every documented call. rest.test.ts compares it with SPEC section 7. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...patientRoutes,
  ...noteRoutes,
  ...recordRoutes,
  ...accountingRoutes,
  ...patientRequestRoutes,
  ...forwardingRoutes,
  ...taskRoutes,
  ...alertRoutes,
  ...userRoutes,
  ...appointmentRoutes,
  ...auditRoutes,
  ...reportRoutes,
  ...dataExportRoutes,
  ...patientImportRoutes,
  ...bulkJobRoutes,
  ...webhookRoutes,
  ...changeRoutes,
  ...patientStepRoutes,
  ...consentRoutes,
  ...legalHoldRoutes,
  ...availabilityRoutes,
  ...systemRoutes,
]

export type RestHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  recognize: () => Promise<GraphQLContext>,
) => Promise<void>

/** Handles /api: finds the route, recognizes the caller and checks the role, and only then reads the body. */
export const makeRest =
  (transports: Transports): RestHandler =>
  async (req, res, recognize) => {
    const url = new URL(req.url ?? '/', 'http://localhost')
    let context: GraphQLContext | undefined
    try {
      const { route: found, params } = find(req.method ?? 'GET', url.pathname, res)
      context = await recognize()
      await setHeaders(res, context)
      const bare = { params, query: url.searchParams, body: {} }
      const route = found.instead?.isFor(context, bare) ? found.instead.route : found
      await transports.admit(context, route.document, route.variables(bare))
      refuseUnknownParameters(route, url.searchParams)
      const expectedVersion = versionIn(req, route)
      const began = performance.now()
      const { body, settle } = await bodyOf(req, route, transports, context)
      try {
        if (performance.now() - began > BODY_SOON_MS) {
          context = await recognize()
          await transports.admit(context, route.document, route.variables(bare))
        }
        refuseRepeated(route.variables(bare).input, body)
        await answer(transports, context, route, { ...bare, body, expectedVersion }, req, res)
      } catch (error) {
        await settle?.(error)
        throw error
      }
    } catch (error) {
      if (hasHungUp(req, error)) return
      await sendFailure(res, transports.failureOf(error, context), context)
    }
  }

async function bodyOf(
  req: IncomingMessage,
  { takesBody, takesForm }: Route,
  transports: Transports,
  context: GraphQLContext,
): Promise<{ body: JsonObject; settle?: Upload['settle'] }> {
  if (takesForm) return readUpload(req, transports.files[takesForm], context)
  return { body: takesBody ? await readBody(req) : {} }
}

const NOT_ONE_VERSION = 'If-Match must have one version in quotes, as in the ETag of an answer'

/** The version in If-Match. A call that cannot check versions refuses the header instead of ignoring it. */
function versionIn({ headers }: IncomingMessage, { takesVersion, method, path }: Route): string | undefined {
  const header = headers['if-match']
  if (header === undefined || method === 'GET') return undefined
  if (!takesVersion) throw invalidHeader(`${method} ${path} does not take If-Match`)
  const [, version] = /^"([^"]{1,100})"$/.exec(header) ?? []
  if (version === undefined) throw invalidHeader(NOT_ONE_VERSION)
  return version
}

const invalidHeader = (message: string) =>
  new Failure('invalid', message, { fields: { 'If-Match': message } })

/** Without this, a misspelled filter would answer with everyone. Names at most this many parameters. */
const NAMED_MAX = 20

function refuseUnknownParameters(route: Route, query: URLSearchParams): void {
  const known = queryParameters(route)
  const takes = known.length > 0 ? `This call takes ${known.join(', ')}` : 'This call takes no parameters'
  const wrong = [...new Set(query.keys())].flatMap((name): [string, string][] => {
    if (!known.includes(name)) return [[name, `Unknown parameter: ${name.slice(0, 100)}. ${takes}.`]]
    return query.getAll(name).length > 1 ? [[name, `Give ${name} only once.`]] : []
  })
  if (wrong.length === 0) return
  const fields = Object.fromEntries(wrong.slice(0, NAMED_MAX))
  throw new Failure('invalid', wrong[0]?.[1] ?? '', { fields })
}

/** An ID in the path must not be in the body too, because the two could differ. */
function refuseRepeated(named: unknown, body: JsonObject): void {
  const repeated = Object.keys(Object(named)).filter((field) => field in body)
  if (repeated.length === 0) return
  const fields = Object.fromEntries(repeated.map((field) => [field, `Unknown field: ${field}`]))
  throw new Failure('invalid', Object.values(fields).join('. '), { fields })
}

function find(method: string, pathname: string, res: ServerResponse) {
  const path = withoutEndSlashes(pathname)
  const here = routes.flatMap((route) => {
    const params = route.match(path)
    return params ? [{ route, params }] : []
  })
  // HEAD is handled like GET. Node omits the body.
  const found = here.find(({ route }) => route.method === (method === 'HEAD' ? 'GET' : method))
  if (found) return found
  if (here.length > 0) {
    const allowed = here
      .flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : route.method))
      .join(', ')
    res.setHeader('Allow', allowed)
    throw new Failure('method_not_allowed', `${method} is not allowed here, only ${allowed}`)
  }
  throw noSuchCall()
}

/** Today's date in the clinic's time zone, for file names. */
const dayAt = ({ now, timeZone }: GraphQLContext) => clinicDay(now(), timeZone)

/** The context of a caller who gets a whole list or table, page by page. */
const readingToEnd = (context: GraphQLContext): GraphQLContext => ({
  ...context,
  request: { ...context.request, isReadToEnd: true },
})

/**
 * Checks the caller's access again before a further page, at most once in `RECHECK_MS`, so that a slow client gets no
 * more data after the session or key has ended.
 */
function recheckOf(transports: Transports, context: GraphQLContext): () => Promise<void> {
  let checkedAt = performance.now()
  return async () => {
    // Without a session there is only a link, which its operation checks before each file.
    if (!context.actor || performance.now() - checkedAt < RECHECK_MS) return
    await transports.recheck(context)
    checkedAt = performance.now()
  }
}

async function answer(
  transports: Transports,
  context: GraphQLContext,
  route: Route,
  call: Call,
  req: IncomingMessage,
  res: ServerResponse,
) {
  const variables = route.variables(call)
  const { answer } = route
  const recheck = recheckOf(transports, context)
  if (answer.kind === 'list') {
    const readContext = isPaged(call) ? context : readingToEnd(context)
    const read = async (page: { first: number; after?: string }) => {
      await recheck()
      return answer.connection(await transports.run(readContext, route.document, { ...variables, ...page }))
    }
    return sendList(res, call, read, new URL(req.url ?? '/', 'http://localhost'))
  }
  if (answer.kind === 'table') {
    const readContext = readingToEnd(context)
    const read = async (after?: string) => {
      await recheck()
      return answer.part(await transports.run(readContext, route.document, { ...variables, after }))
    }
    return sendTable(req, res, read, { ...answer, name: `${answer.name(call)}-${dayAt(context)}` })
  }
  if (route.isFollowed && answer.kind === 'object' && opensStream(req)) {
    const read = async (after: string | undefined) =>
      answer.reply(await transports.run(context, route.document, { ...variables, after })) as FeedPage
    return sendEvents(req, res, {
      after: call.query.get('after') ?? undefined,
      read,
      follow: () => transports.follow(context),
    })
  }
  const data = await transports.run(context, route.document, variables)
  if (answer.kind === 'file') return sendFile(req, res, answer.file(data))
  if (answer.kind === 'archive') return sendArchive(req, res, answer.open(data, context), recheck)
  const body = answer.reply(data)
  await setHeaders(res, context)
  const { version } = Object(body) as { version?: string }
  if (version !== undefined) res.setHeader('ETag', `"${version}"`)
  sendJson(res, answer.status, body)
}
