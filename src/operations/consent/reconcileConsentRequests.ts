import type { RequestContext } from '../context.ts'
import { eachByItself } from '../eachByItself.ts'
import { cutOff, recoverSend } from './recoverConsentRequest.ts'

/**
 * Settles every half-sent request after a crash whose own job did not run. Safe to repeat and to run
 * concurrently.
 */
export async function reconcileConsentRequests(ctx: RequestContext): Promise<number> {
  const requests = await ctx.db.consentRequest.findMany({ where: cutOff(ctx) })
  await eachByItself(requests, (request) => recoverSend(ctx, request))
  return requests.length
}
