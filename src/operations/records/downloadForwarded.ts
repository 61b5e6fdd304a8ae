import { notFound } from '#domain/errors.ts'
import { forwardedFileInput } from '#domain/records/forwardingInputs.ts'
import type { PatientRecord } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { about, checkFile, type RecordFile } from './handedFile.ts'
import { accountOf, findActiveForwarding, forwardingForUpdate } from './openForwarding.ts'
import { recordDisclosures } from './recordDisclosures.ts'
import { storedFile } from './serveRecord.ts'

/** A file of a forwarding, and the link's secret. */
export type ForwardedFile = RecordFile & { secret: string }

/**
 * Serves a file behind a link, completely or not at all. Checks the link before the file is verified and again when the
 * download is recorded, so that a consent revoked in between closes it.
 */
export const downloadForwarded = unwrapped(
  forwardedFileInput,
  async (ctx: RequestContext, { secret, recordId }): Promise<ForwardedFile> => {
    const { files } = await findActiveForwarding(ctx, secret)
    const record = oneOf(files, recordId)
    const file = storedFile(record)
    await checkFile(ctx, { patientId: record.patientId, recordId }, file)
    await inTransaction(ctx, (inside) => account(inside, secret, recordId))
    return { record, secret, read: (range) => ctx.recordStore.read(file, range) }
  },
)

function oneOf(files: readonly { record: PatientRecord }[], recordId: string): PatientRecord {
  const found = files.find(({ record }) => record.id === recordId)
  if (!found) throw notFound('Record', recordId)
  return found.record
}

async function account(ctx: RequestContext, secret: string, recordId: string): Promise<void> {
  const found = await forwardingForUpdate(ctx, secret)
  const record = oneOf(found.files, recordId)
  await ctx.db.forwarding.update({
    where: { id: found.id },
    data: { downloads: { increment: 1 } },
    select: { id: true },
  })
  await recordDisclosures(ctx, accountOf(found), [{ kind: 'downloaded', record }], found)
  await audit(ctx, {
    action: 'downloaded',
    ...about({ patientId: found.patientId, recordId }),
    details: { forwarding: found.id },
  })
}
