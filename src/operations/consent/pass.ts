import type { RequestContext } from '../context.ts'

const MINUTE = 60_000

/** Creates a pass for the browser, and the hash and expiry to store with the request. */
export function newPass(ctx: RequestContext, minutes: number) {
  const pass = ctx.newSessionId()
  const passExpiresAt = new Date(ctx.now().getTime() + minutes * MINUTE)
  return { pass, kept: { passHash: ctx.hashLink(pass), passExpiresAt } }
}
