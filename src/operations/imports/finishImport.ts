import type { PatientImport } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { noFile } from '../records/noFile.ts'
import { choicesOf } from './importFile.ts'
import { CalledOff } from './processBatch.ts'

type Run = PatientImport & { run: string }

/** Ends a run. A trial waits for review. An import is finished and its file is deleted. */
export async function finishImport(ctx: RequestContext, { id, run, state, storageKey }: Run): Promise<void> {
  if (state === 'checking') {
    const { count } = await ctx.db.patientImport.updateMany({
      where: { id, run, state },
      data: { state: 'checked', finishedAt: ctx.now() },
    })
    if (count === 0) throw new CalledOff()
    return
  }
  await inTransaction(ctx, async (inside) => {
    const { count } = await inside.db.patientImport.updateMany({
      where: { id, run, state },
      data: { state: 'finished', finishedAt: ctx.now(), ...noFile },
    })
    if (count === 0) throw new CalledOff()
    const over = await inside.db.patientImport.findUniqueOrThrow({ where: { id } })
    await auditImported(inside, over)
    await alertAssignee(inside, over)
  })
  if (storageKey) await ctx.recordStore.remove(storageKey)
}

/** Writes the one audit row for the import, in addition to one per patient. */
export const auditImported = (ctx: RequestContext, one: PatientImport): Promise<void> =>
  audit(ctx, {
    action: 'imported',
    resourceType: 'patient_import',
    resourceId: one.id,
    userId: one.requestedById,
    details: {
      sha256: one.sha256,
      rows: one.rowsDone,
      created: one.created,
      duplicates: one.duplicates,
      refused: one.refused,
      isWhole: one.rowsDone === one.rowsTotal,
    },
  })

/** Sends one alert for the whole import instead of one per patient. */
async function alertAssignee(ctx: RequestContext, one: PatientImport): Promise<void> {
  const userId = choicesOf(one)?.assignedAttorney
  if (!userId || userId === one.requestedById || one.created === 0) return
  await sendAlert(ctx, 'patient_assigned', { imported: one.created, users: [userId] })
}
