import type { Visit } from '../context.ts'
import { eachByItself } from '../eachByItself.ts'
import { cutOff, settle } from './settleConsentRequest.ts'

/**
 * Settles every request that a crash left between intent and outcome, and whose own job did not. Safe to run twice and
 * beside itself.
 */
export async function reconcileConsentRequests(ctx: Visit): Promise<number> {
  const requests = await ctx.db.consentRequest.findMany({ where: cutOff(ctx) })
  await eachByItself(requests, (request) => settle(ctx, request))
  return requests.length
}
