import { Failure } from '#domain/errors.ts'
import type { TableRow } from '#infra/csv/csvReader.ts'
import type { PatientImport } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { noFile } from '../records/noFile.ts'
import { type Measure, noteCreated } from './examineRows.ts'
import { finishImport } from './finishImport.ts'
import { choicesOf, importRows } from './importFile.ts'
import { CalledOff, processBatch } from './processBatch.ts'
import { makeSeenKeys } from './seenKeys.ts'

/** A run that has been silent for this long was interrupted. */
export const SILENCE_MS = 60_000
/** Rows per transaction. Each row of a larger transaction costs more in the audit chain. */
const BATCH = 500
/** How often a batch is tried after a temporary error, and the pause between tries. */
const TRIES = 3
const PAUSE_MS = 1_000

/** An import that a run has claimed. */
export type Run = PatientImport & { run: string }

/**
 * Tries the rows of an import or creates its patients, starting where the last run stopped. Each batch
 * commits together with its progress. Of two concurrent runs only one continues.
 */
export async function workOnImport(
  ctx: RequestContext,
  { importId }: { importId: string },
  stopping?: AbortSignal,
): Promise<void> {
  const taken = await take(ctx, importId)
  if (!taken) return
  try {
    await goThrough(ctx, taken, stopping)
    await finishImport(ctx, taken)
  } catch (error) {
    if (error instanceof CalledOff) return
    if (stopping?.aborted) return leave(ctx, taken)
    if (await giveUp(ctx, taken, error)) throw error
  }
}

/** Claims an import that no run works on; `null` if there is nothing to do. */
async function take(ctx: RequestContext, id: string): Promise<Run | null> {
  const now = ctx.now()
  const run = crypto.randomUUID()
  const silent = { seenAt: { lt: new Date(now.getTime() - SILENCE_MS) } }
  const { count } = await ctx.db.patientImport.updateMany({
    where: { id, state: { in: ['checking', 'importing'] }, OR: [{ run: null }, silent] },
    data: { run, seenAt: now },
  })
  if (count === 0) return null
  // A trial starts over, because its earlier rows were only in the memory of the process that ended.
  await ctx.db.patientImport.updateMany({
    where: { id, run, state: 'checking' },
    data: { rowsDone: 0, created: 0, duplicates: 0, refused: 0, possibleDuplicates: 0 },
  })
  const taken = await ctx.db.patientImport.findUniqueOrThrow({ where: { id } })
  if (taken.state === 'checking') await ctx.db.patientImportRow.deleteMany({ where: { importId: id } })
  return { ...taken, run }
}

/** Releases the import, so that another run can claim it at once. */
const leave = async (ctx: RequestContext, { id, run }: Run): Promise<void> => {
  await ctx.db.patientImport.updateMany({ where: { id, run }, data: { run: null } })
}

async function goThrough(ctx: RequestContext, taken: Run, stopping: AbortSignal | undefined): Promise<void> {
  const choices = choicesOf(taken)
  if (!choices) throw new Error('Nothing was chosen for this import')
  const measure: Measure = {
    ...{ choices, columns: taken.columns.length, seen: makeSeenKeys(taken.rowsTotal * 2) },
    startedAt: taken.startedAt ?? ctx.now(),
  }
  let from = 0
  for await (const rows of inBatches(importRows(ctx, taken))) {
    if (stopping?.aborted) throw new Error('The server stops')
    const done = from + rows.length
    if (done <= taken.rowsDone) await recall(ctx, taken, rows, measure)
    else {
      const isPartlyDone = from < taken.rowsDone
      if (isPartlyDone) throw new Error('An import resumes at the end of a batch')
      await patiently(() => processBatch(ctx, taken, { rows, from }, measure))
    }
    from = done
  }
}

/** Remembers the patients that an earlier run created from these rows. */
async function recall(
  ctx: RequestContext,
  { id }: Run,
  rows: readonly TableRow[],
  measure: Measure,
): Promise<void> {
  const [first, last] = [rows[0]?.line ?? 0, rows.at(-1)?.line ?? 0]
  const made = await ctx.db.patientImportRow.findMany({
    where: { importId: id, outcome: 'created', line: { gte: first, lte: last } },
    select: { line: true },
  })
  const lines = new Set(made.map(({ line }) => line))
  noteCreated(
    rows.filter(({ line }) => lines.has(line)),
    measure,
  )
}

async function* inBatches(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow[]> {
  let batch: TableRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Retries after a temporary error. A `Failure` is not retried. */
async function patiently(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === TRIES || error instanceof CalledOff || error instanceof Failure) throw error
      await new Promise((resolve) => setTimeout(resolve, attempt * PAUSE_MS))
    }
  }
}

const OURS =
  'The import stopped because of an error in Caseload. See the server log. You can upload the file again; no patient is created twice.'

/** Ends an import that cannot continue; `false` if it was cancelled in the meantime. */
async function giveUp(ctx: RequestContext, { id, run, storageKey }: Run, error: unknown): Promise<boolean> {
  const isTold = error instanceof Failure || ctx.csv.isNoTable(error)
  const { count } = await ctx.db.patientImport.updateMany({
    where: { id, run, state: { in: ['checking', 'importing'] } },
    data: {
      state: 'failed',
      error: isTold ? error.message : OURS,
      finishedAt: ctx.now(),
      ...noFile,
    },
  })
  if (count === 0) return false
  if (storageKey) await ctx.recordStore.remove(storageKey)
  return true
}
