import type { Visit } from '../context.ts'

const MINUTE = 60_000

/** What a browser is given to carry, once, and what the request remembers of it: a hash, and until when it counts. */
export function newPass(ctx: Visit, minutes: number) {
  const pass = ctx.newSessionId()
  const passExpiresAt = new Date(ctx.now().getTime() + minutes * MINUTE)
  return { pass, kept: { passHash: ctx.hashLink(pass), passExpiresAt } }
}
