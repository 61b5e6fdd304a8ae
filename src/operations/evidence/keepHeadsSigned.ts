import type { BrokenLink } from '#domain/audit/integrity.ts'
import { alertToBrokenLink } from '../audit/guardAuditTrail.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { EvidenceFinding } from './evidenceFinding.ts'
import { signHead } from './signHead.ts'

/** Signs a tree head, or alerts all administrators to what contradicts the evidence log and returns it. */
export async function keepHeadsSigned(
  ctx: RequestContext,
  stopping?: AbortSignal,
): Promise<BrokenLink | null> {
  try {
    await signHead(ctx, stopping)
    return null
  } catch (error) {
    if (!(error instanceof EvidenceFinding)) throw error
    await inTransaction(ctx, (inside) => alertToBrokenLink(inside, error.brokenLink))
    return error.brokenLink
  }
}
