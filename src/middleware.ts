import { defineMiddleware } from 'astro:middleware'
import { AsyncLocalStorage } from 'node:async_hooks'
import { registerPreload } from '#client/preload.ts'
import { gate } from '#domain/access/gate.ts'
import { paths } from '#domain/access/screens.ts'

const pages = new AsyncLocalStorage<App.Locals>()
registerPreload(() => {
  const page = pages.getStore()
  if (page && !page.isRead) throw new Error('An island is drawn before its page has read what it shows')
  return page?.preloaded
})

/** Who may see which page (SPEC 2.1), and a place for what the page reads on its way to the islands. */
export const onRequest = defineMiddleware(({ locals, url, redirect }, next) => {
  if (locals.problem) return next('/500')
  const entry = gate(locals.visit.actor, url.pathname)
  if (entry === 'change password') return redirect(paths.changePassword)
  locals.preloaded = {}
  return pages.run(locals, async () => {
    if (entry === 'landing') return next('/landing')
    if (entry === 'not found') return next('/404')
    return next()
  })
})
