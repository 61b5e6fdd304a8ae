import type { BrokenLink } from '#domain/audit/integrity.ts'
import { alertToBrokenLink } from '../audit/guardAuditTrail.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { EvidenceFinding } from './evidenceFinding.ts'
import { signHead } from './signHead.ts'

/**
 * Signs a tree head, or alerts all administrators to what contradicts the evidence log and returns it. A clock that was set back
 * is also in the audit log, once.
 */
export async function keepHeadsSigned(
  ctx: RequestContext,
  stopping?: AbortSignal,
): Promise<BrokenLink | null> {
  try {
    await signHead(ctx, stopping)
    return null
  } catch (error) {
    if (!(error instanceof EvidenceFinding)) throw error
    const { brokenLink } = error
    await inTransaction(ctx, async (inside) => {
      const isFirst = await alertToBrokenLink(inside, brokenLink)
      if (isFirst && brokenLink.kind === 'clock')
        await audit(inside, { action: 'updated', resourceType: 'database', details: { fields: ['clock'] } })
    })
    return brokenLink
  }
}
