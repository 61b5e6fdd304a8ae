import { Failure, notFound } from '#domain/errors.ts'
import { exportName } from '#domain/exports/dataExport.ts'
import { dataExportInput } from '#domain/exports/inputs.ts'
import { isDamaged } from '#domain/records/refusals.ts'
import { isUuid } from '#domain/text.ts'
import type { DataExport } from '#infra/prisma/client.ts'
import type { StoredFile } from '#infra/records/recordStore.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { aboutExport } from './dataExports.ts'

type Keys = Pick<DataExport, 'storageKey' | 'wrappedKey' | 'keyId' | 'bytes'>

/** The stored file of an export; `null` before it is ready, and after it was removed. */
export const exportFile = ({ storageKey, wrappedKey, keyId, bytes }: Keys): StoredFile | null =>
  storageKey && wrappedKey && keyId ? { storageKey, wrappedKey, keyId, fileSize: Number(bytes) } : null

/**
 * Throws if the file is missing or its first bytes were changed. An export can be too large to read all of it twice, as is done
 * for a record.
 */
async function checkStart({ recordStore }: OperationContext, file: StoredFile): Promise<void> {
  try {
    await recordStore.read(file, { start: 0, end: 1 }).next()
  } catch (cause) {
    if (!isDamaged(cause)) throw cause
    throw new Failure('conflict', 'The file of this export is damaged or missing. Start a new export.', {
      cause,
    })
  }
}

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
    const file = exportFile(found)
    if (found.state !== 'ready' || !file || isOver) throw new Failure('conflict', 'This export has no file')
    await checkStart(ctx, file)
    const { firstName, lastName } = await ctx.db.user.findUniqueOrThrow({ where: { id: ctx.actor.id } })
    const { patientId } = found
    await audit(ctx, {
      action: 'downloaded',
      ...aboutExport(found),
      ...(patientId === null && { patientScope: 'all' }),
    })
    const user = `${firstName} ${lastName}`
    await sendAlert(ctx, 'data_exported', { patientId, user, step: 'downloaded', what: exportName(found) })
    return found
  },
)
