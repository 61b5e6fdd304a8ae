import { deletedLongEnough } from '#domain/records/retention.ts'
import { auditAll } from '../audit.ts'
import { betweenBackups } from '../backup/betweenBackups.ts'
import type { RequestContext } from '../context.ts'

const BATCH = 100

/**
 * Destroys the files of deleted records whose retention period is over and that have no legal hold. Works in batches
 * and returns how many it destroyed. First deletes the file's key, in the transaction that records it, so that no copy of
 * the file can be read. Then deletes the file. The next run finishes an interrupted one. During a backup, the rest waits
 * for the next run.
 */
export async function purgeDeletedRecords(system: RequestContext): Promise<number> {
  // Purging cannot be undone, so it uses the current settings, not this process's cached ones.
  await system.settings.refresh()
  const { keepDeletedDays } = system.settings.current()
  const before = deletedLongEnough(system.now(), keepDeletedDays)
  let purged = 0
  while (await removeFiles(system)) {
    let count = 0
    const isFree = await betweenBackups(system, async (inside) => {
      count = await destroySome(inside, before)
    })
    if (!isFree || count === 0) break
    purged += count
  }
  return purged
}

type Due = { id: string; patientId: string }

async function destroySome(ctx: RequestContext, before: Date): Promise<number> {
  const due = await ctx.db.$queryRaw<Due[]>`
    SELECT id::text, patient_id::text AS "patientId" FROM patient_records r
    WHERE deleted_at <= ${before} AND purged_at IS NULL AND NOT EXISTS (
      SELECT FROM legal_holds h WHERE h.patient_id = r.patient_id AND h.lifted_at IS NULL)
    ORDER BY deleted_at LIMIT ${BATCH}`
  if (due.length === 0) return 0
  const ids = due.map(({ id }) => id)
  const patients = [...new Set(due.map(({ patientId }) => patientId))]
  // Restoring a record or placing a legal hold also locks the patient. The transaction that comes second sees the
  // first one's change, because the destroying statement checks the conditions again.
  await ctx.db.$queryRaw`SELECT 1 FROM patients WHERE id = ANY(${patients}::uuid[]) ORDER BY id FOR UPDATE`
  const destroyed = await ctx.db.$queryRaw<Due[]>`
    UPDATE patient_records r SET purged_at = ${ctx.now()}, wrapped_key = NULL, key_id = NULL, description = NULL,
      image_description = NULL, scan_trouble = NULL, file_path = CASE WHEN wrapped_key IS NULL THEN '' ELSE file_path END
    WHERE id = ANY(${ids}::uuid[]) AND deleted_at <= ${before} AND purged_at IS NULL AND NOT EXISTS (
      SELECT FROM legal_holds h WHERE h.patient_id = r.patient_id AND h.lifted_at IS NULL)
    RETURNING id::text, patient_id::text AS "patientId"`
  await auditAll(
    ctx,
    destroyed.map(({ id, patientId }) => ({
      action: 'deleted',
      resourceType: 'patient_record',
      resourceId: id,
      patientId,
      details: { purged: true },
    })),
  )
  return destroyed.length
}

/** Deletes the files whose keys are destroyed. Returns whether it has finished. */
async function removeFiles(system: RequestContext): Promise<boolean> {
  for (;;) {
    const files = await system.db.patientRecord.findMany({
      where: { purgedAt: { not: null }, filePath: { not: '' } },
      orderBy: { id: 'asc' },
      take: BATCH,
      select: { id: true, filePath: true },
    })
    if (files.length === 0) return true
    for (const { id, filePath } of files) {
      const isRemoved = await betweenBackups(system, async ({ db, recordStore }) => {
        await recordStore.remove(filePath)
        await db.patientRecord.update({ where: { id }, data: { filePath: '' }, select: { id: true } })
      })
      if (!isRemoved) return false
    }
  }
}
