import { checkAuditTrail, type TrailChecked } from '../audit/checkAuditTrail.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { noFile } from '../records/noFile.ts'

type Backup = { id: string; rows: number; files: number }

/**
 * Completes a restore: verifies the restored audit log, records the restore, and marks full exports as gone, because
 * backups do not contain their files.
 */
export async function closeRestore(ctx: RequestContext, { id, rows, files }: Backup): Promise<TrailChecked> {
  const checked = await checkAuditTrail(ctx)
  await inTransaction(ctx, async (inside) => {
    await inside.db.dataExport.updateMany({
      where: { state: { in: ['waiting', 'running', 'ready'] } },
      data: { state: 'removed', ...noFile },
    })
    await audit(inside, {
      action: 'imported',
      resourceType: 'backup',
      resourceId: id,
      details: { rows, files, trailIsIntact: checked.brokenLink === null },
    })
  })
  return checked
}
