import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import type { TrailChecked } from './checkAuditTrail.ts'

/** Records that someone with the command line of the server has verified the audit log, and the result. */
export const recordCommandCheck = (
  ctx: RequestContext,
  command: 'audit:verify' | 'evidence:verify',
  { id, brokenLink }: TrailChecked,
): Promise<void> =>
  inTransaction(ctx, (inside) =>
    audit(inside, {
      ...{ action: 'viewed', resourceType: 'audit_check', resourceId: id },
      details: { command, isIntact: brokenLink === null },
    }),
  )
