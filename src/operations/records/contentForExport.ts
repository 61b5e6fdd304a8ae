import { Failure } from '#domain/errors.ts'
import { mustBeServable } from '#domain/records/scan.ts'
import type { FileContent } from '#infra/archives.ts'
import type { RequestContext } from '../context.ts'
import { checkFile } from './handedFile.ts'
import { storedFile } from './serveRecord.ts'

/** The file of a record, verified first. Throws a `Failure` if it is quarantined, damaged or gone. */
export async function contentOfRecord(
  ctx: RequestContext,
  recordId: string,
): Promise<AsyncGenerator<Buffer>> {
  // Read now, because an export can have been running for hours.
  const record = await ctx.db.patientRecord.findUniqueOrThrow({ where: { id: recordId } })
  mustBeServable(record)
  const file = storedFile(record)
  await checkFile(ctx, { patientId: record.patientId, recordId }, file)
  return ctx.recordStore.read(file)
}

/**
 * The content of a file, or why it cannot be part of an export, which goes on without it. Throws `unavailable` if the storage
 * cannot be reached.
 */
export async function contentOrReason(
  open: () => Promise<FileContent>,
): Promise<{ content: FileContent } | { reason: string }> {
  try {
    return { content: await open() }
  } catch (error) {
    if (error instanceof Failure && error.code !== 'unavailable') return { reason: error.message }
    throw error
  }
}
