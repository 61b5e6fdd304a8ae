import type { DataExport } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'

/** The number of exports listed. */
const SHOWN = 5

/** The last exports, newest first. They contain no personal data except for the user who requested them. */
export async function listDataExports(ctx: OperationContext): Promise<DataExport[]> {
  authorize(ctx, 'data.export')
  return ctx.db.dataExport.findMany({ orderBy: { createdAt: 'desc' }, take: SHOWN })
}
