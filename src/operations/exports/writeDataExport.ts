import { CSV_MARK, csvLine } from '#domain/csv.ts'
import { DATA_EXPORT_HOURS } from '#domain/exports/dataExport.ts'
import type { AddFile, Written } from '#infra/archives.ts'
import type { Database } from '#infra/database.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { type ExportedTable, rowsOf, surveyTables } from './tables.ts'
import { SILENCE_MS } from './tidyDataExports.ts'

/** Thrown if the export was canceled or another run has taken it over. */
class CalledOff extends Error {}

const HOURS_6 = 6 * 3_600_000
/** Milliseconds between updates of the progress, which also check for cancellation. */
const REPORT_MS = 500

/**
 * Writes a snapshot of all data: a zip of each table as JSON and as CSV, with row counts and hashes. An interrupted run
 * leaves only a row, which is marked as failed or taken over.
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
  try {
    await finish(ctx, { id, run }, await ctx.archives.write(id, (add) => fill(ctx, { id, run }, add)))
  } catch (error) {
    await ctx.archives.remove(id)
    if (error instanceof CalledOff) return
    await ctx.db.dataExport.updateMany({
      where: { id, run, state: 'running' },
      data: { state: 'failed', finishedAt: ctx.now(), error: 'The export could not be written' },
    })
    throw error
  }
}

type Run = { id: string; run: string }

async function fill(ctx: RequestContext, run: Run, add: AddFile): Promise<void> {
  await ctx.db.$transaction((tx) => addAll(ctx, run, add, tx as Database), {
    isolationLevel: 'RepeatableRead',
    timeout: HOURS_6,
  })
}

async function addAll(ctx: RequestContext, run: Run, add: AddFile, db: Database): Promise<void> {
  const { tables, leftOut } = await surveyTables(db)
  const rowsTotal = 2 * tables.reduce((sum, { rows }) => sum + rows, 0)
  let done = 0
  let reportedAt = Number.NEGATIVE_INFINITY
  const report = async (rows: number) => {
    done += rows
    if (performance.now() - reportedAt < REPORT_MS) return
    await progress(ctx, run, { rowsDone: done, rowsTotal })
    reportedAt = performance.now()
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
      'and links (`omitted` and `leftOut`), and the files of uploaded records and of scanned consent forms, which are not in the database. ' +
      'In CSV, an apostrophe precedes any value that a spreadsheet would treat as a formula.',
    tables: files,
    leftOut,
  }
  await add('manifest.json', once(`${JSON.stringify(manifest, null, 2)}\n`))
}

const file = (name: string, format: string, written: Written) => ({ path: `${name}.${format}`, ...written })

async function progress({ db, now }: RequestContext, { id, run }: Run, rows: object): Promise<void> {
  const { count } = await db.dataExport.updateMany({
    where: { id, run, state: 'running' },
    data: { ...rows, seenAt: now() },
  })
  if (count === 0) throw new CalledOff()
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

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

async function finish(ctx: RequestContext, { id, run }: Run, { bytes, sha256 }: Written): Promise<void> {
  const now = ctx.now()
  await inTransaction(ctx, async (inside) => {
    const { count } = await inside.db.dataExport.updateMany({
      where: { id, run, state: 'running' },
      data: {
        state: 'ready',
        bytes,
        sha256,
        finishedAt: now,
        expiresAt: new Date(now.getTime() + DATA_EXPORT_HOURS * 3_600_000),
      },
    })
    if (count === 0) throw new CalledOff()
    const { requestedBy } = await inside.db.dataExport.findUniqueOrThrow({
      where: { id },
      include: { requestedBy: true },
    })
    await audit(inside, {
      action: 'exported',
      resourceType: 'data_export',
      resourceId: id,
      userId: requestedBy.id,
      patientScope: 'all',
    })
    const user = `${requestedBy.firstName} ${requestedBy.lastName}`
    await sendAlert(inside, 'data_exported', { user, step: 'ready' })
  })
}
