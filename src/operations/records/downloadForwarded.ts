import { notFound } from '#domain/errors.ts'
import { forwardedFileInput } from '#domain/records/forwardingInputs.ts'
import type { PatientRecord } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { about, checkFile, type RecordFile } from './handedFile.ts'
import { accountOf, findActiveForwarding, forwardingForUpdate } from './openForwarding.ts'
import { recordDisclosures } from './recordDisclosures.ts'
import { type Purpose, storedFile } from './serveRecord.ts'

/** A file of a forwarding, the link's secret, and why it is served. */
export type ForwardedFile = RecordFile & { secret: string; purpose: Purpose }

/** Serves a file behind a link as a download. */
export const downloadForwarded = unwrapped(
  forwardedFileInput,
  (ctx: RequestContext, which): Promise<ForwardedFile> => serveForwarded(ctx, which, 'downloaded'),
)

/** Serves a file behind a link to be viewed on the page: one audit row and one accounting entry for each view. */
export const showForwarded = unwrapped(
  forwardedFileInput,
  (ctx: RequestContext, which): Promise<ForwardedFile> => serveForwarded(ctx, which, 'viewed'),
)

type Forwarded = { secret: string; recordId: string }

/**
 * Serves a file behind a link, completely or not at all. Checks the link before the file is verified and again when the
 * access is recorded, so that a consent revoked in between closes it.
 */
async function serveForwarded(
  ctx: RequestContext,
  { secret, recordId }: Forwarded,
  purpose: Purpose,
): Promise<ForwardedFile> {
  const { files } = await findActiveForwarding(ctx, secret)
  const record = oneOf(files, recordId)
  const file = storedFile(record)
  await checkFile(ctx, { patientId: record.patientId, recordId }, file)
  await inTransaction(ctx, (inside) => account(inside, { secret, recordId }, purpose))
  return { record, secret, purpose, read: (range) => ctx.recordStore.read(file, range) }
}

function oneOf(files: readonly { record: PatientRecord }[], recordId: string): PatientRecord {
  const found = files.find(({ record }) => record.id === recordId)
  if (!found) throw notFound('Record', recordId)
  return found.record
}

async function account(
  ctx: RequestContext,
  { secret, recordId }: Forwarded,
  purpose: Purpose,
): Promise<void> {
  const found = await forwardingForUpdate(ctx, secret)
  const record = oneOf(found.files, recordId)
  if (purpose === 'downloaded')
    await ctx.db.forwarding.update({
      where: { id: found.id },
      data: { downloads: { increment: 1 } },
      select: { id: true },
    })
  await recordDisclosures(ctx, accountOf(found), [{ kind: purpose, record }], found)
  await audit(ctx, {
    action: purpose,
    ...about({ patientId: found.patientId, recordId }),
    details: { forwarding: found.id, ...(purpose === 'viewed' && { document: true }) },
  })
}
