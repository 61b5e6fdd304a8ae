import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'

/**
 * Records that a backup was restored for trial. `exitCode` is the one of `npm run restore`: 1 if the backup already had a
 * problem when it was made.
 */
export const recordTrialRestore = (
  ctx: RequestContext,
  { id, rows, exitCode }: { id: string; rows: number; exitCode: number },
): Promise<void> =>
  inTransaction(ctx, (inside) =>
    audit(inside, {
      action: 'created',
      resourceType: 'trial_restore',
      resourceId: id,
      details: { rows, hadProblems: exitCode !== 0 },
    }),
  )
