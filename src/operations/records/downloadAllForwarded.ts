import { Failure } from '#domain/errors.ts'
import { archiveNames } from '#domain/records/fileName.ts'
import { REMOVED_RECORDS } from '#domain/records/forwarding.ts'
import { forwardingLinkInput } from '#domain/records/forwardingInputs.ts'
import { accompanyingStatement, PART_2_STATEMENT } from '#domain/records/part2.ts'
import type { AddFile } from '#infra/archives.ts'
import type { PatientRecord } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { unwrapped } from '../operation.ts'
import { downloadForwarded } from './downloadForwarded.ts'
import { findActiveForwarding, scopeOfForwarding } from './openForwarding.ts'

/** All records behind a link as one ZIP, which is written while it is read. */
export type ForwardedArchive = { secret: string; read: () => AsyncGenerator<Buffer> }

/** The file in the ZIP that lists the records that could not be included. */
const NOT_INCLUDED = 'Not included.txt'
/** The file in the ZIP with the statement that must accompany some records. */
const STATEMENT = 'Read first.txt'

/**
 * Serves all records behind a link as one ZIP. Nothing is recorded until it is read. Then each record is served like a
 * single download, when the reader has taken the one before it: the link is checked again, the file is verified, and the
 * download is recorded. A closed link ends the ZIP early; a record that was deleted is left out and named in a text file.
 */
export const downloadAllForwarded = unwrapped(
  forwardingLinkInput,
  async (ctx: RequestContext, { secret }): Promise<ForwardedArchive> => {
    const found = await findActiveForwarding(ctx, secret)
    const { id, files } = found
    if (files.length === 0)
      throw new Failure('not_found', REMOVED_RECORDS, {
        subject: { resourceType: 'forwarding', resourceId: id },
      })
    const records = files.map(({ record }) => record)
    const scope = scopeOfForwarding(found)
    return { secret, read: () => ctx.archives.zip((add) => addFiles(ctx, secret, { records, scope }, add)) }
  },
)

type Named = Pick<PatientRecord, 'id' | 'fileName' | 'category'>

async function addFiles(
  ctx: RequestContext,
  secret: string,
  { records, scope }: { records: readonly Named[]; scope: string | null },
  add: AddFile,
): Promise<void> {
  const names = archiveNames([...records.map(({ fileName }) => fileName), STATEMENT, NOT_INCLUDED])
  const missing: string[] = []
  const statements = statementsFor(records, scope)
  if (statements.length > 0) await add(names.at(-2) as string, lines(statements), { modifiedAt: ctx.now() })
  for (const [index, { id: recordId, fileName }] of records.entries()) {
    const found = await downloadForwarded(ctx, { secret, recordId }).catch(async (error: unknown) => ({
      reason: await whyMissing(ctx, secret, error),
    }))
    if ('reason' in found) missing.push(`${fileName}: ${found.reason}`)
    // Scans and photos are compressed already.
    else
      await add(names[index] as string, found.read(), {
        modifiedAt: found.record.createdAt,
        isCompressed: true,
      })
  }
  if (missing.length > 0) await add(names.at(-1) as string, lines(missing), { modifiedAt: ctx.now() })
}

/** The statement that must accompany some records, their names, and what the patient's authorization covers (42 CFR 2.32). */
function statementsFor(records: readonly Named[], scope: string | null): string[] {
  const named = records.filter((record) => accompanyingStatement(record))
  if (named.length === 0) return []
  return [
    PART_2_STATEMENT,
    `These records are: ${named.map(({ fileName }) => fileName).join(', ')}`,
    ...(scope ? [`What the patient’s authorization covers: ${scope}`] : []),
  ]
}

/** Why one record is left out. Throws if the link was closed or the server failed, because then no further record may follow. */
async function whyMissing(ctx: RequestContext, secret: string, error: unknown): Promise<string> {
  if (!(error instanceof Failure) || (error.code !== 'not_found' && error.code !== 'conflict')) throw error
  await findActiveForwarding(ctx, secret)
  return error.code === 'not_found' ? 'This record is no longer available.' : error.message
}

const lines = (texts: readonly string[]): string => texts.map((text) => `${text}\r\n`).join('')
