import { defineMiddleware } from 'astro:middleware'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { SSRData } from '@urql/core'
import { registerPreload } from '#client/preload.ts'
import { gate } from '#domain/access/gate.ts'
import { can } from '#domain/access/policy.ts'
import { paths } from '#domain/access/screens.ts'
import { countsQuery } from '#features/frame/counted.ts'
import { preload } from '#layouts/preload.ts'

const results = new AsyncLocalStorage<SSRData>()
registerPreload(() => results.getStore())

/** Pages for those who do not work here; they have no frame with counts. */
const isOutside = (path: string) =>
  path.startsWith('/sign') || path.startsWith('/forwarded/') || path === paths.verify

/** Who may see which page (SPEC 2.1), and a place for what the page reads on its way to the islands. */
export const onRequest = defineMiddleware(({ locals, url, redirect }, next) => {
  if (locals.problem) return next('/500')
  const entry = gate(locals.visit.actor, url.pathname)
  if (entry === 'change password') return redirect(paths.changePassword)
  locals.preloaded = {}
  return results.run(locals.preloaded, async () => {
    // Before the page, because its islands are drawn before its layout.
    if (entry === 'page' && can(locals.visit.actor, 'dashboard.read') && !isOutside(url.pathname))
      locals.counts = (await preload(locals, countsQuery, {})).counts
    if (entry === 'landing') return next('/landing')
    if (entry === 'not found') return next('/404')
    return next()
  })
})
