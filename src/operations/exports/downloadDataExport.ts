import { Failure, notFound } from '#domain/errors.ts'
import { dataExportInput } from '#domain/exports/inputs.ts'
import { isUuid } from '#domain/text.ts'
import type { DataExport } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'

/** Lets an administrator download a finished export and alerts every administrator. */
export const downloadDataExport = operation(
  dataExportInput,
  async (ctx, { dataExportId }): Promise<DataExport> => {
    authorize(ctx, 'data.export')
    const found = isUuid(dataExportId)
      ? await ctx.db.dataExport.findUnique({ where: { id: dataExportId } })
      : null
    if (!found) throw notFound('Data export', dataExportId)
    const isOver = found.expiresAt !== null && found.expiresAt <= ctx.now()
    if (found.state !== 'ready' || isOver) throw new Failure('conflict', 'This export has no file')
    const { firstName, lastName } = await ctx.db.user.findUniqueOrThrow({ where: { id: ctx.actor.id } })
    await audit(ctx, {
      action: 'downloaded',
      resourceType: 'data_export',
      resourceId: dataExportId,
      patientScope: 'all',
    })
    await sendAlert(ctx, 'data_exported', { user: `${firstName} ${lastName}`, step: 'downloaded' })
    return found
  },
)
