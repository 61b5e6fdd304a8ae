import { IMPORT_HOURS, IMPORT_REPORT_DAYS } from '#domain/imports/patientImport.ts'
import type { PatientImport } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { eachByItself } from '../eachByItself.ts'
import { noFile } from '../records/noFile.ts'
import { SILENCE_MS, workOnImport } from './workOnImport.ts'

/** Resumes interrupted imports and deletes abandoned ones. Safe to repeat and to run concurrently. */
export async function followImports(ctx: RequestContext, stopping?: AbortSignal): Promise<void> {
  await abandonOld(ctx)
  await forgetRows(ctx)
  const lately = new Date(ctx.now().getTime() - SILENCE_MS)
  const silent = await ctx.db.patientImport.findMany({
    where: {
      state: { in: ['checking', 'importing'] },
      startedAt: { lt: lately },
      OR: [{ seenAt: { lt: lately } }, { run: null }],
    },
    select: { id: true },
  })
  await eachByItself(silent, ({ id: importId }) => workOnImport(ctx, { importId }, stopping))
}

/** Deletes an unused patient file after a day. */
async function abandonOld(ctx: RequestContext): Promise<void> {
  const longAgo = new Date(ctx.now().getTime() - IMPORT_HOURS * 3_600_000)
  const old = { state: { in: ['uploaded', 'checked'] }, createdAt: { lt: longAgo } } as const
  const found = await ctx.db.patientImport.findMany({ where: { ...old, state: { in: [...old.state.in] } } })
  await eachByItself(found, (one) => abandon(ctx, one))
}

async function abandon(ctx: RequestContext, { id, state, storageKey }: PatientImport): Promise<void> {
  const { count } = await ctx.db.patientImport.updateMany({
    where: { id, state },
    data: { state: 'abandoned', finishedAt: ctx.now(), ...noFile },
  })
  if (count > 0 && storageKey) await ctx.recordStore.remove(storageKey)
}

/** Deletes the results of rows after a while. The audit log still shows the created patients. */
async function forgetRows({ db, now }: RequestContext): Promise<void> {
  const longAgo = new Date(now().getTime() - IMPORT_REPORT_DAYS * 86_400_000)
  await db.patientImportRow.deleteMany({ where: { import: { finishedAt: { lt: longAgo } } } })
}
