import type { IncomingMessage, ServerResponse } from 'node:http'
import { pathAfterSignIn } from '#domain/access/gate.ts'
import { paths } from '#domain/access/screens.ts'
import { Failure, notFound } from '#domain/errors.ts'
import { typedFactor } from '#domain/factors/typedFactor.ts'
import { signOnCodePage, signOnConnectedPath } from '#domain/users/signOn.ts'
import type { GraphQLContext } from '#graphql/context.ts'
import { readWithin } from '#http/body.ts'
import { sendMessage } from '#http/site.ts'
import type { Cookies } from '#infra/sessionCookie.ts'
import type { SignOnFlow } from '#infra/signOn/signOnProvider.ts'
import { endSignOnSessions } from '#operations/signOn/endSignOnSessions.ts'
import { findProvider } from '#operations/signOn/findProvider.ts'
import { finishSignOn } from '#operations/signOn/finishSignOn.ts'
import type { SignOnTicket } from '#operations/signOn/openSignOnSession.ts'
import { showSignOnFactor } from '#operations/signOn/showSignOnFactor.ts'

type Parts = {
  cookies: Cookies
  /** The caller with the session. */
  contextOf: (req: IncomingMessage) => Promise<GraphQLContext>
  /** The caller without it. The provider's server has none. */
  withoutSession: (req: IncomingMessage) => Promise<GraphQLContext>
  /** Logs why a provider's answer was refused. The caller does not get the reason. */
  logRefusal: (providerId: string, reason: string) => void
  /** Answers a browser with a page for an error. */
  servePage: (req: IncomingMessage, res: ServerResponse, error: unknown) => Promise<void>
}

/** The screen that opens after the sign-in. It waits in the sealed cookies. */
type Next = { next: string }

const LOGOUT_MAX = 20_000
/** For a code, or the answer of a passkey. */
const FACTOR_MAX = 30_000

/**
 * Handles `/sign-on/<provider>`, where a browser leaves for a provider of single sign-on, `/callback`, where it returns,
 * `POST /code`, with the second factor that the user has here, `/end`, where it leaves to sign out there, and `POST /logout`, the
 * provider's back-channel logout.
 */
export function createSignOnEndpoint({ cookies, contextOf, withoutSession, logRefusal, servePage }: Parts) {
  const steps = { '': start, callback: finish, end } as const

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const [path = '', query = ''] = splitUrl(req.url ?? '')
    const [, id = '', step = ''] =
      /^\/sign-on\/([a-z0-9-]{1,30})(?:\/(callback|code|end|logout))?$/.exec(path) ?? []
    try {
      if (step === 'logout') return await logOut(req, res, id)
      if (step === 'code') return await takeCode(req, res, id)
      if (!id || req.method === 'POST') throw notFound('Page')
      await steps[step as keyof typeof steps](req, res, id, query)
    } catch (error) {
      const { cause } = Object(error) as { cause?: unknown }
      if (error instanceof Failure && cause) logRefusal(id, String(Object(cause).message))
      if (step === 'logout') throw error
      await servePage(req, res, error)
    }
  }

  async function start(req: IncomingMessage, res: ServerResponse, id: string, query: string): Promise<void> {
    const context = await contextOf(req)
    const provider = findProvider(context, id)
    const asked = new URLSearchParams(query)
    const isAgain = context.actor !== null && asked.has('again')
    const { url, flow } = await provider.start({ isAgain }).catch((cause: unknown) => {
      throw new Failure('provider', `${provider.name} cannot be reached. Try again in a few minutes.`, {
        cause,
      })
    })
    redirect(res, url, [
      await cookies.signOn.write(JSON.stringify({ ...flow, next: pathAfterSignIn(asked.get('next') ?? '') })),
    ])
  }

  async function finish(req: IncomingMessage, res: ServerResponse, id: string, query: string): Promise<void> {
    const context = await contextOf(req)
    const kept = await cookies.signOn.read(req.headers.cookie)
    // Removed at once, so that the same answer of the provider cannot be used again.
    const spent = await cookies.signOn.write(null)
    res.setHeader('Set-Cookie', [spent])
    const flow = kept === null ? null : (JSON.parse(kept) as SignOnFlow & Next)
    const opened = await finishSignOn(context, { providerId: id, query, flow })
    if (!opened) return redirect(res, signOnConnectedPath, [spent])
    if (opened.ticket)
      return redirect(res, signOnCodePage(id), [
        spent,
        await cookies.signOnTicket.write(JSON.stringify({ ...opened.ticket, next: flow?.next })),
      ])
    await enter(res, context, opened, { spent, next: flow?.next })
  }

  async function takeCode(req: IncomingMessage, res: ServerResponse, id: string): Promise<void> {
    if (req.method !== 'POST') throw notFound('Page')
    const context = await contextOf(req)
    const body = await readWithin(req, FACTOR_MAX)
    if (!body) throw new Failure('too_large', 'The second factor is too long')
    const kept = await cookies.signOnTicket.read(req.headers.cookie)
    const ticket = kept === null ? null : (JSON.parse(kept) as SignOnTicket & Next)
    const form = new URLSearchParams(body.toString('utf8'))
    const [code = '', challengeId = '', response = ''] = ['code', 'challengeId', 'response'].map(
      (name) => form.get(name) ?? '',
    )
    const shown = response ? { passkey: { challengeId, response } } : typedFactor(code)
    const opened = await showSignOnFactor(context, { ticket, ...shown }).catch((error: unknown) => {
      // A wrong code has a field. The page then asks again.
      if (error instanceof Failure && error.fields) return null
      throw error
    })
    if (!opened) return redirect(res, signOnCodePage(id, true), [])
    await enter(res, context, opened, { spent: await cookies.signOnTicket.write(null), next: ticket?.next })
  }

  async function enter(
    res: ServerResponse,
    context: GraphQLContext,
    { sid, deviceId }: { sid: string; deviceId: string },
    { spent, next = paths.home }: { spent: string; next: string | undefined },
  ): Promise<void> {
    context.carrySession(sid)
    context.carryDevice(deviceId)
    redirect(res, next, [spent, ...(await context.setCookies())])
  }

  async function end(req: IncomingMessage, res: ServerResponse, id: string): Promise<void> {
    const provider = findProvider(await contextOf(req), id)
    redirect(res, (await provider.endSessionUrl().catch(() => null)) ?? paths.home, [])
  }

  async function logOut(req: IncomingMessage, res: ServerResponse, providerId: string): Promise<void> {
    if (req.method !== 'POST') throw new Failure('method_not_allowed', 'Use POST')
    const context = await withoutSession(req)
    const body = await readWithin(req, LOGOUT_MAX)
    if (!body) throw new Failure('too_large', 'The token is too large')
    const token = new URLSearchParams(body.toString('utf8')).get('logout_token') ?? ''
    await endSignOnSessions(context, { providerId, token })
    sendMessage(res, 200, 'Logged out')
  }
}

/** The path, and the query with its question mark. */
function splitUrl(url: string): [string, string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)]
}

function redirect(res: ServerResponse, location: string, setCookies: string[]): void {
  res.writeHead(303, { Location: location, ...(setCookies.length > 0 && { 'Set-Cookie': setCookies }) })
  res.end()
}
