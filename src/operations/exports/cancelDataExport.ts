import { Failure, notFound } from '#domain/errors.ts'
import { isUnderWay } from '#domain/exports/dataExport.ts'
import { dataExportInput } from '#domain/exports/inputs.ts'
import { isUuid } from '#domain/text.ts'
import type { DataExport } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'

/** Cancels a running export; the job that writes it removes the partial file. */
export const cancelDataExport = operation(
  dataExportInput,
  async (ctx, { dataExportId }): Promise<DataExport> => {
    authorize(ctx, 'data.export')
    const found = isUuid(dataExportId)
      ? await ctx.db.dataExport.findUnique({ where: { id: dataExportId } })
      : null
    if (!found) throw notFound('Data export', dataExportId)
    const { count } = await ctx.db.dataExport.updateMany({
      where: { id: dataExportId, state: { in: ['waiting', 'running'] } },
      data: { state: 'cancelled', finishedAt: ctx.now() },
    })
    if (count === 0 || !isUnderWay(found.state)) throw new Failure('conflict', 'The export has already ended')
    await audit(ctx, {
      action: 'updated',
      resourceType: 'data_export',
      resourceId: dataExportId,
      details: { fields: ['state'] },
    })
    return ctx.db.dataExport.findUniqueOrThrow({ where: { id: dataExportId } })
  },
)
