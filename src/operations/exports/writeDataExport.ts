import { CSV_MARK, csvLine } from '#domain/csv.ts'
import { Failure } from '#domain/errors.ts'
import { DATA_EXPORT_HOURS, type DataExportKind, exportName } from '#domain/exports/dataExport.ts'
import type { AddFile, Written } from '#infra/archives.ts'
import type { Database } from '#infra/database.ts'
import type { DataExport } from '#infra/prisma/client.ts'
import type { TakenFile } from '#infra/records/recordStore.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { exportEvidence } from '../evidence/exportEvidence.ts'
import { inTransaction } from '../operation.ts'
import { onReplica } from '../reports/onReplica.ts'
import { addDocuments } from './addDocuments.ts'
import { aboutExport } from './dataExports.ts'
import { type ExportedTable, rowsOf, surveyTables } from './tables.ts'
import { SILENCE_MS } from './tidyDataExports.ts'

/** Thrown if the export was cancelled or another run has taken it over. */
class CalledOff extends Error {}

const HOURS_6 = 6 * 3_600_000
/** Milliseconds between updates of the progress, which also check for cancellation. */
const REPORT_MS = 500

/**
 * Writes an export into a zip: a snapshot of all data, each table as JSON and as CSV with row counts and hashes; the
 * documents of all charts; or an evidence folder. An interrupted run leaves only a row, which is marked as failed or taken over.
 */
export async function writeDataExport(
  ctx: RequestContext,
  { exportId: id }: { exportId: string },
): Promise<void> {
  const run = crypto.randomUUID()
  const now = ctx.now()
  const stale = { state: 'running' as const, seenAt: { lt: new Date(now.getTime() - SILENCE_MS) } }
  const { count } = await ctx.db.dataExport.updateMany({
    where: { id, OR: [{ state: 'waiting' }, stale] },
    data: { state: 'running', run, seenAt: now, rowsDone: 0 },
  })
  if (count === 0) return
  const { kind, patientId, requestedById } = await ctx.db.dataExport.findUniqueOrThrow({ where: { id } })
  const written = (fill: (add: AddFile) => Promise<void>) => ctx.recordStore.put(ctx.archives.zip(fill))
  const writers: Record<DataExportKind, () => Promise<TakenFile>> = {
    all_data: () => onReplica(ctx, ({ db }) => written((add) => addSnapshot(ctx, { id, run }, add, db))),
    documents: () => written((add) => addDocuments(ctx, add, progressOf(ctx, { id, run }))),
    evidence: () => written((add) => addEvidence(ctx, { id, run }, add, { patientId, requestedById })),
  }
  let file: TakenFile | undefined
  try {
    file = await writers[kind]()
    await finish(ctx, { id, run }, file)
  } catch (error) {
    if (file) await ctx.recordStore.remove(file.storageKey)
    if (error instanceof CalledOff) return
    await ctx.db.dataExport.updateMany({
      where: { id, run, state: 'running' },
      data: { state: 'failed', finishedAt: ctx.now(), error: whyFailed(ctx, error) },
    })
    throw error
  }
}

/** For the administrator, who sees it in the list of exports. */
function whyFailed({ resourceProblem }: RequestContext, error: unknown): string {
  if (error instanceof Failure) return error.message
  return resourceProblem(error) === 'storage_full'
    ? 'There is not enough free space for the file. Tell the operator of the server.'
    : 'The export could not be written'
}

type Run = { id: string; run: string }

async function addEvidence(
  ctx: RequestContext,
  run: Run,
  add: AddFile,
  { patientId, requestedById }: Pick<DataExport, 'patientId' | 'requestedById'>,
): Promise<void> {
  const report = progressOf(ctx, run)
  await report({ rowsDone: 0, rowsTotal: 0 })
  await exportEvidence(
    ctx,
    add,
    { patientId, redact: [], pins: [] },
    { userId: requestedById, onRows: report },
  )
}

async function addSnapshot(ctx: RequestContext, run: Run, add: AddFile, db: Database): Promise<void> {
  await db.$transaction((tx) => addAll(ctx, run, add, tx as Database), {
    isolationLevel: 'RepeatableRead',
    timeout: HOURS_6,
  })
}

async function addAll(ctx: RequestContext, run: Run, add: AddFile, db: Database): Promise<void> {
  const { tables, leftOut } = await surveyTables(db)
  const rowsTotal = 2 * tables.reduce((sum, { rows }) => sum + rows, 0)
  let done = 0
  const tell = progressOf(ctx, run)
  const report = (rows: number) => {
    done += rows
    return tell({ rowsDone: done, rowsTotal })
  }
  await report(0)
  const files: object[] = []
  for (const table of tables) {
    const json = await add(`${table.name}.json`, jsonOf(db, table, report))
    const csv = await add(`${table.name}.csv`, csvOf(db, table, report))
    const { name, rows, columns, omitted } = table
    files.push({
      table: name,
      rows,
      columns,
      omitted,
      files: [file(name, 'json', json), file(name, 'csv', csv)],
    })
  }
  const manifest = {
    clinic: ctx.name,
    exportedAt: ctx.now().toISOString(),
    about:
      'All tables as of one point in time. Left out on purpose: passwords, sessions, secrets and hashes of keys ' +
      'and links (`omitted` and `leftOut`), and the files of uploaded records and of scanned consent forms, which are in the export of documents. ' +
      'In CSV, an apostrophe precedes any value that a spreadsheet would treat as a formula.',
    tables: files,
    leftOut,
  }
  await add('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`)
}

const file = (name: string, format: string, written: Written) => ({ path: `${name}.${format}`, ...written })

type Progress = { rowsDone: number; rowsTotal: number }

/** Stores the progress of the run, at most every `REPORT_MS`. Throws `CalledOff` if the run is not wanted anymore. */
function progressOf({ db, now }: RequestContext, { id, run }: Run): (rows: Progress) => Promise<void> {
  let reportedAt = Number.NEGATIVE_INFINITY
  return async (rows) => {
    if (performance.now() - reportedAt < REPORT_MS) return
    const { count } = await db.dataExport.updateMany({
      where: { id, run, state: 'running' },
      data: { ...rows, seenAt: now() },
    })
    if (count === 0) throw new CalledOff()
    reportedAt = performance.now()
  }
}

type Report = (rows: number) => Promise<void>

async function* jsonOf(db: Database, table: ExportedTable, report: Report): AsyncGenerator<string> {
  let before = '[\n'
  for await (const rows of rowsOf(db, table)) {
    yield before + rows.join(',\n')
    before = ',\n'
    await report(rows.length)
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

async function* csvOf(db: Database, table: ExportedTable, report: Report): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(table.columns)
  for await (const rows of rowsOf(db, table)) {
    yield rows.map((text) => csvLine(cellsOf(JSON.parse(text), table))).join('')
    await report(rows.length)
  }
}

const cellsOf = (row: Record<string, unknown>, { columns }: ExportedTable) => columns.map((name) => row[name])

async function finish(ctx: RequestContext, { id, run }: Run, file: TakenFile): Promise<void> {
  const { fileSize, sha256, storageKey, wrappedKey, keyId } = file
  const now = ctx.now()
  await inTransaction(ctx, async (inside) => {
    const { count } = await inside.db.dataExport.updateMany({
      where: { id, run, state: 'running' },
      data: {
        state: 'ready',
        bytes: fileSize,
        ...{ sha256, storageKey, wrappedKey: new Uint8Array(wrappedKey), keyId },
        finishedAt: now,
        expiresAt: new Date(now.getTime() + DATA_EXPORT_HOURS * 3_600_000),
      },
    })
    if (count === 0) throw new CalledOff()
    const { requestedBy, ...written } = await inside.db.dataExport.findUniqueOrThrow({
      where: { id },
      include: { requestedBy: true },
    })
    // An evidence folder has the row about its own export, which was written before.
    if (written.kind !== 'evidence')
      await audit(inside, {
        action: 'exported',
        ...aboutExport(written),
        userId: requestedBy.id,
        patientScope: 'all',
      })
    const user = `${requestedBy.firstName} ${requestedBy.lastName}`
    const { patientId } = written
    await sendAlert(inside, 'data_exported', { patientId, user, step: 'ready', what: exportName(written) })
  })
}
