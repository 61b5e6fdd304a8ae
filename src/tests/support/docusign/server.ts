import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeDocuSign } from '#infra/docusign/docuSign.ts'
import type { DocuSignSettings } from '#infra/docusign/settings.ts'
import { makeAccount } from './account.ts'
import { answerCall, type RestAnswer, refused } from './calls.ts'
import { simMessage } from './connect.ts'
import { showSigningPage, signingPage } from './signingPage.ts'
import { makeTokens, TokenRefusal } from './tokens.ts'

/** A received call, for a test to check or to spoil. */
export type Seen = { method: string; path: string; body: unknown }

/** How a call fails: another response, which may never end, a connection cut before or after the work, or no response. */
export type Fault =
  | { status: number; json?: unknown; headers?: Record<string, string> }
  | { endless: number }
  | 'cut before'
  | 'cut after'
  | 'silence'

/** DocuSign's response when an account has exceeded its rate limit. */
export const tooManyCalls = (status: 400 | 429, resetAt: Date): Fault => ({
  status,
  json: {
    errorCode: 'HOURLY_APIINVOCATION_LIMIT_EXCEEDED',
    message: 'The maximum number of hourly API invocations has been exceeded. The hourly limit is 3000.',
  },
  headers: {
    'X-RateLimit-Limit': '3000',
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': String(Math.ceil(resetAt.getTime() / 1000)),
  },
})

export type ContractServer = Awaited<ReturnType<typeof openDocuSign>>

/** A server that behaves as DocuSign documents its account server, REST API and Connect. */
export async function openDocuSign(now: () => Date = () => new Date()) {
  const tokens = makeTokens({ host: () => new URL(url()).host, now })
  const account = makeAccount(now)
  const accountId = randomUUID()
  const calls: Seen[] = []
  const keys = ['first-connect-key-0123456789', 'second-connect-key-0123456789']
  const contract = {
    spoil: (_call: Seen): Fault | undefined => undefined,
    /** Replaces a response that is right. */
    alter: (_call: Seen, answer: RestAnswer): RestAnswer => answer,
  }
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(req.url ?? '/', url())
    const text = await bodyOf(req)
    const seen = { method: req.method ?? '', path, body: text.startsWith('{') ? JSON.parse(text) : text }
    calls.push(seen)
    const fault = contract.spoil(seen)
    if (fault === 'silence') return
    if (fault === 'cut before') return void res.destroy()
    if (typeof fault === 'object' && 'endless' in fault) return sendWithoutEnd(res, fault.endless)
    if (typeof fault === 'object') return send(res, fault, fault.headers)
    const page = signingPage(account, path, query)
    if (page) return showSigningPage(res, page)
    const done = await work(req, { ...seen, query, text })
    if (fault === 'cut after') return void res.destroy()
    send(res, contract.alter(seen, done))
  }

  async function work(
    req: IncomingMessage,
    { method, path, query, body, text }: Seen & { query: URLSearchParams; text: string },
  ): Promise<RestAnswer> {
    if (path === '/oauth/token') return token(text)
    if (!tokens.isValid(req.headers.authorization))
      return refused(
        401,
        'AUTHORIZATION_INVALID_TOKEN',
        'The access token provided is expired, revoked or malformed.',
      )
    if (path === '/oauth/userinfo') return { status: 200, json: userInfo() }
    const base = `/restapi/v2.1/accounts/${accountId}`
    if (!path.startsWith(base)) return refused(400, 'ACCOUNT_LACKS_PERMISSIONS', 'The account is not yours.')
    return answerCall(account, {
      method,
      path: path.slice(base.length),
      query,
      body: Object(body),
      origin: url(),
    })
  }

  const token = async (text: string): Promise<RestAnswer> => {
    try {
      return { status: 200, json: await tokens.exchange(new URLSearchParams(text)) }
    } catch (error) {
      if (error instanceof TokenRefusal) return { status: 400, json: error.body }
      throw error
    }
  }

  const userInfo = () => ({
    sub: tokens.application.userId,
    name: 'Front Desk',
    accounts: [
      {
        account_id: randomUUID(),
        is_default: true,
        account_name: 'Another',
        base_uri: 'https://na3.docusign.net',
      },
      { account_id: accountId, is_default: false, account_name: 'Harbor Street Clinic', base_uri: url() },
    ],
  })

  const server = createServer((req, res) => {
    answer(req, res).catch((error: unknown) => {
      res.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const settings = (): DocuSignSettings => ({
    accountServer: url(),
    accountId,
    integrationKey: tokens.application.integrationKey,
    userId: tokens.application.userId,
    privateKey: tokens.application.privateKey,
    connectKeys: keys,
  })
  return Object.assign(contract, {
    account,
    tokens,
    calls,
    keys,
    settings,
    provider: (overrides: Partial<DocuSignSettings> = {}) =>
      makeDocuSign({ ...settings(), ...overrides }, now),
    /** A Connect message about the current state of an envelope. */
    message: (envelopeId: string, event: string, retryCount = 0) =>
      simMessage(account, { accountId, keys, now }, envelopeId, event, retryCount),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of req) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

function send(
  res: ServerResponse,
  { status, json, pdf }: RestAnswer,
  headers: Record<string, string> = {},
): void {
  const left = {
    'X-RateLimit-Limit': '3000',
    'X-RateLimit-Remaining': '2999',
    'X-RateLimit-Reset': '0',
    ...headers,
  }
  if (pdf) res.writeHead(status, { ...left, 'Content-Type': 'application/pdf' }).end(pdf)
  else
    res.writeHead(status, { ...left, 'Content-Type': 'application/json' }).end(JSON.stringify(json, null, 2))
}

/** Sends spaces with this status for as long as the caller reads them. */
async function sendWithoutEnd(res: ServerResponse, status: number): Promise<void> {
  const piece = Buffer.alloc(65_536, ' ')
  res.writeHead(status)
  while (!res.destroyed) if (!res.write(piece)) await Promise.race([once(res, 'drain'), once(res, 'close')])
}
