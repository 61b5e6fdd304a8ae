import { defineMiddleware } from 'astro:middleware'
import { AsyncLocalStorage } from 'node:async_hooks'
import { registerPreload } from '#client/preload.ts'
import { type Entry, gate } from '#domain/access/gate.ts'
import { paths } from '#domain/access/screens.ts'
import { httpStatus } from '#domain/errors.ts'
import type { ErrorResponse } from '#graphql/execute.ts'

const pages = new AsyncLocalStorage<App.Locals>()
registerPreload(() => pages.getStore()?.preloaded)

/** Decides which page a visitor gets (SPEC 2.1) and gives the page a place for the data of its islands. */
export const onRequest = defineMiddleware(async ({ locals, request, url, redirect, rewrite }, next) => {
  if (locals.problem) return withStatus(statusOf(locals.problem), await next('/500'))
  const entry = gate(locals.context.actor, url.pathname)
  if (entry === 'change password') return redirect(paths.changePassword)
  if (entry === 'add factor') return redirect(paths.secondFactor)
  locals.preloaded = {}
  return pages.run(locals, async () => {
    const response = await next(shownInstead(entry, url.pathname)).catch((error: unknown) => {
      // Astro would show 500.astro, too, and log each refused request as an error of the server.
      locals.problem = locals.transports.failureOf(error, locals.context)
      // A new request, because the body of this one may have been read.
      return rewrite(new Request(new URL('/500', url), { headers: request.headers }))
    })
    if (locals.problem) return withStatus(statusOf(locals.problem), response)
    return response.ok ? response : withStatus(response.status, response)
  })
})

/**
 * The page to show instead of the path's own, if any. `/` shows the dashboard (SPEC 2.1). A page at `/` that contained the
 * dashboard would read its data after the answer has begun, when the answer can no longer be an error.
 */
function shownInstead(entry: Entry, pathname: string): string | undefined {
  if (entry === 'landing') return '/landing'
  if (entry === 'not found') return '/404'
  return pathname === paths.home ? paths.dashboard : undefined
}

/** Astro sets 500 for every page of this name. */
const statusOf = ({ code }: ErrorResponse) => httpStatus(code)

/** The response with this status and its phrase, which Node adds. Astro says "OK" beside every status that a page sets. */
const withStatus = (status: number, { body, headers }: Response) => new Response(body, { status, headers })
