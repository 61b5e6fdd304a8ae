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
import { inTransaction, unwrapped } from '../operation.ts'
import { aboutExport } from './dataExports.ts'

type Keys = Pick<DataExport, 'storageKey' | 'wrappedKey' | 'keyId' | 'bytes'>

/** The stored file of an export; `null` before it is ready, and after it was removed. */
export const exportFile = ({ storageKey, wrappedKey, keyId, bytes }: Keys): StoredFile | null =>
  storageKey && wrappedKey && keyId ? { storageKey, wrappedKey, keyId, fileSize: Number(bytes) } : null

/** An export that can be downloaded now, and its file. Throws `not_found`, or `conflict` if it has no file. */
async function readyExport(
  { db, now }: OperationContext,
  id: string,
): Promise<{ found: DataExport; file: StoredFile }> {
  const found = isUuid(id) ? await db.dataExport.findUnique({ where: { id } }) : null
  if (!found) throw notFound('Data export', id)
  const isOver = found.expiresAt !== null && found.expiresAt <= now()
  const file = exportFile(found)
  if (found.state !== 'ready' || !file || isOver) throw new Failure('conflict', 'This export has no file')
  return { found, file }
}

/**
 * Reads the first byte of the file. Throws `conflict` if the file is missing or damaged there. A record is read as a whole before
 * it is served, but an export can be too large for that.
 */
async function checkStart({ recordStore }: OperationContext, file: StoredFile): Promise<void> {
  try {
    await Array.fromAsync(recordStore.read(file, { start: 0, end: 1 }))
  } catch (cause) {
    if (!isDamaged(cause)) throw cause
    throw new Failure('conflict', 'The file of this export is damaged or missing. Start a new export.', {
      cause,
    })
  }
}

/** Lets an administrator download a finished export and alerts every administrator. The file is checked outside of transactions. */
export const downloadDataExport = unwrapped(
  dataExportInput,
  async (ctx: OperationContext, { dataExportId }): Promise<DataExport> => {
    authorize(ctx, 'data.export')
    const { file } = await readyExport(ctx, dataExportId)
    await checkStart(ctx, file)
    return inTransaction(ctx, (inside) => recordDownload(inside, dataExportId))
  },
)

async function recordDownload(ctx: OperationContext, id: string): Promise<DataExport> {
  const { found } = await readyExport(ctx, id)
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
}
