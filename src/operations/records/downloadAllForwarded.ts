import { Failure } from '#domain/errors.ts'
import { archiveNames } from '#domain/records/fileName.ts'
import { REMOVED_RECORDS } from '#domain/records/forwarding.ts'
import { forwardingLinkInput } from '#domain/records/forwardingInputs.ts'
import type { ArchivedFile } from '#infra/archives.ts'
import type { RequestContext } from '../context.ts'
import { unwrapped } from '../operation.ts'
import { downloadForwarded } from './downloadForwarded.ts'
import { findActiveForwarding } from './openForwarding.ts'

/** All records behind a link as one ZIP, which is written while it is read. */
export type ForwardedArchive = { secret: string; read: () => AsyncGenerator<Buffer> }

/** The file in the ZIP that lists the records that could not be included. */
const NOT_INCLUDED = 'Not included.txt'

/**
 * Serves all records behind a link as one ZIP. Nothing is recorded until it is read. Then each record is served like a
 * single download, when the reader has taken the one before it: the link is checked again, the file is verified, and the
 * download is recorded. A closed link ends the ZIP early; a record that was deleted is left out and named in a text file.
 */
export const downloadAllForwarded = unwrapped(
  forwardingLinkInput,
  async (ctx: RequestContext, { secret }): Promise<ForwardedArchive> => {
    const { id, files } = await findActiveForwarding(ctx, secret)
    if (files.length === 0)
      throw new Failure('not_found', REMOVED_RECORDS, {
        subject: { resourceType: 'forwarding', resourceId: id },
      })
    const records = files.map(({ record }) => record)
    return { secret, read: () => ctx.archives.stream(filesOf(ctx, secret, records)) }
  },
)

type Named = { id: string; fileName: string }

async function* filesOf(
  ctx: RequestContext,
  secret: string,
  records: readonly Named[],
): AsyncGenerator<ArchivedFile> {
  const names = archiveNames([...records.map(({ fileName }) => fileName), NOT_INCLUDED])
  const missing: string[] = []
  for (const [index, { id: recordId, fileName }] of records.entries()) {
    const found = await downloadForwarded(ctx, { secret, recordId }).catch(async (error: unknown) => ({
      reason: await whyMissing(ctx, secret, error),
    }))
    if ('reason' in found) missing.push(`${fileName}: ${found.reason}`)
    else
      yield {
        path: names[index] as string,
        modifiedAt: found.record.createdAt,
        content: found.read(),
      }
  }
  if (missing.length > 0)
    yield { path: names.at(-1) as string, modifiedAt: ctx.now(), content: lines(missing) }
}

/** Why one record is left out. Throws if the link was closed or the server failed, because then no further record may follow. */
async function whyMissing(ctx: RequestContext, secret: string, error: unknown): Promise<string> {
  if (!(error instanceof Failure) || (error.code !== 'not_found' && error.code !== 'conflict')) throw error
  await findActiveForwarding(ctx, secret)
  return error.code === 'not_found' ? 'This record is no longer available.' : error.message
}

async function* lines(texts: readonly string[]): AsyncGenerator<Buffer> {
  yield Buffer.from(texts.map((text) => `${text}\r\n`).join(''))
}
