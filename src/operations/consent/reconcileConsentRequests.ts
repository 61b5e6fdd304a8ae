import type { Visit } from '../context.ts'
import { cutOff, settle } from './settleConsentRequest.ts'

/**
 * Settles every request that a crash left between intent and outcome, and whose own job did not. Safe to run twice and
 * beside itself. One that cannot be settled holds up no other; its error is thrown when all have been tried.
 */
export async function reconcileConsentRequests(ctx: Visit): Promise<number> {
  const requests = await ctx.db.consentRequest.findMany({ where: cutOff(ctx) })
  const errors: unknown[] = []
  for (const request of requests) await settle(ctx, request).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
  return requests.length
}
