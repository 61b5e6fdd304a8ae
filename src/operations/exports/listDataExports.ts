import type { DataExport } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'

/** How many are still told of. */
const SHOWN = 5

/** The last exports of everything, newest first. They say nothing of anybody but who asked for them. */
export async function listDataExports(ctx: OperationContext): Promise<DataExport[]> {
  authorize(ctx, 'data.export')
  return ctx.db.dataExport.findMany({ orderBy: { createdAt: 'desc' }, take: SHOWN })
}
