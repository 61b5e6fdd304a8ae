import type { AddressInfo } from 'node:net'
import pino, { type Logger } from 'pino'
import { createApp } from '#app/app.ts'
import type { Measured } from '#app/metrics.ts'
import { serveAssets } from '#http/assets.ts'
import type { CutOff } from '#http/connections.ts'
import { type ListenerLimits, makeListener } from '#http/listener.ts'
import { isFromProxy } from '#http/proxies.ts'
import { readEnvironment } from '#infra/environment.ts'
import { PASSWORD, SESSION_SECRET, type TestClinic } from './clinic.ts'
import { differenceFromDocument } from './openApiContract.ts'

export type Answer = { status: number; headers: Headers; text: string; json: unknown }

/** A caller, with or without cookies. */
export type Visitor = {
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  /** Sends a form like a browser. */
  send: (method: string, path: string, form: FormData, headers?: Record<string, string>) => Promise<Answer>
  /** Runs a GraphQL operation and returns the response. */
  graphql: (query: string, variables?: object) => Promise<GraphQLAnswer>
  /** Runs a GraphQL operation that must succeed, and returns its data. */
  ask: <Data>(query: string, variables?: object) => Promise<Data>
  signIn: (email: string) => Promise<Answer>
  /** Sends a request with the current cookies and returns the raw response. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** The same visitor with the same cookies at another URL of the clinic. */
  at: (url: string) => Visitor
}

export type GraphQLAnswer = {
  status: number
  data: Record<string, never> | null | undefined
  errors: {
    message: string
    path?: string[]
    extensions: { code: string; fields?: Record<string, string>; isChanged?: boolean }
  }[]
}

export type TestServer = { url: string; visitor: () => Visitor; close: () => Promise<void> }

type TestServerOptions = {
  limits?: Partial<ListenerLimits>
  heard?: (what: CutOff) => void
  log?: Logger
  measured?: Measured
  /** Settings besides those of every test server. */
  settings?: Record<string, string>
}

/** Reads the names of all built files, so it is made once. */
const assets = serveAssets(new URL('../../../dist/client', import.meta.url).pathname)

/** The app's request handling for a test clinic on a free port, without the built pages. */
export async function openTestServer(
  clinic: TestClinic,
  options: TestServerOptions = {},
): Promise<TestServer> {
  const server = makeListener((req, res) => handle(req, res), options.limits, {
    isFromProxy: (req) => isFromProxy(req, environment.trustProxy),
    ...(options.heard && { heard: options.heard }),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const environment = readEnvironment({
    NODE_ENV: 'production',
    SESSION_SECRET,
    PUBLIC_URL: url,
    DATABASE_URL: 'postgresql://nobody@localhost/unused',
    ACCESS_LOG: 'off',
    ...options.settings,
  })
  const handle = createApp({
    environment,
    services: clinic.instances,
    log: options.log ?? pino({ level: 'silent' }),
    pages: (_req, res) => res.writeHead(404).end(),
    assets,
    readiness: async () => ({ message: 'ready', notReady: [] }),
    measured: options.measured,
  })
  return {
    url,
    visitor: () => makeVisitor(url),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The Cookie header with everything that an answer set. */
export const cookiesOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

/** A caller that keeps its cookies. */
export function makeVisitor(url: string, jar = new Map<string, string>()): Visitor {
  const visitor: Visitor = {
    at: (other) => makeVisitor(other, jar),
    fetch: (path, init) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      return fetch(url + path, { ...init, headers: { ...(cookie && { cookie }), ...init?.headers } })
    },
    call: async (method, path, body, headers = {}) => {
      const response = await visitor.fetch(path, {
        method,
        redirect: 'manual',
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      keepCookies(jar, response)
      return documented(method, path, await answerOf(response))
    },
    send: async (method, path, form, headers = {}) =>
      documented(method, path, await answerOf(await visitor.fetch(path, { method, headers, body: form }))),
    graphql: async (query, variables = {}) => {
      const { status, json } = await visitor.call('POST', '/graphql', { query, variables })
      const { data, errors = [] } = json as Partial<GraphQLAnswer>
      return { status, data, errors }
    },
    ask: async <Data>(query: string, variables: object = {}) => {
      const { data, errors } = await visitor.graphql(query, variables)
      if (errors.length > 0) throw new Error(`${query} failed: ${JSON.stringify(errors)}`)
      return data as Data
    },
    signIn: (email) => visitor.call('POST', '/api/auth/login', { email, password: PASSWORD }),
  }
  return visitor
}

/** The answer, if it is as the OpenAPI document says. Otherwise throws what differs. */
function documented(method: string, path: string, answer: Answer): Answer {
  const difference = differenceFromDocument(method, path, answer)
  if (difference) throw new Error(difference)
  return answer
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: parsed(text) }
}

function keepCookies(jar: Map<string, string>, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [name = '', ...value] = (line.split(';')[0] ?? '').split('=')
    if (/max-age=0/i.test(line)) jar.delete(name)
    else jar.set(name, value.join('='))
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
