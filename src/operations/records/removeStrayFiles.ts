import { betweenBackups } from '../backup/betweenBackups.ts'
import type { RequestContext } from '../context.ts'

const HOUR = 3_600_000
/** No upload takes this long, so a file without a record after this time will never get one. */
const STRAY_AFTER = 24 * HOUR

/**
 * Deletes files of uploads that were interrupted before their row was stored, and returns how many. During a backup it
 * leaves all of them for the next night.
 */
export async function removeStrayFiles(system: RequestContext): Promise<number> {
  let removed = 0
  for await (const keys of system.recordStore.putBefore(new Date(system.now().getTime() - STRAY_AFTER))) {
    const named = await keysNamed(system, keys)
    for (const key of keys.filter((one) => !named.has(one))) {
      if (!(await betweenBackups(system, ({ recordStore }) => recordStore.remove(key)))) return removed
      removed += 1
    }
  }
  return removed
}

/** The storage keys that belong to a record, to a patient import in progress, or to an export that can be downloaded. */
async function keysNamed({ db }: RequestContext, keys: string[]): Promise<Set<string | null>> {
  const records = await db.patientRecord.findMany({
    where: { filePath: { in: keys } },
    select: { filePath: true },
  })
  const tables = await db.patientImport.findMany({
    where: { storageKey: { in: keys } },
    select: { storageKey: true },
  })
  const exports = await db.dataExport.findMany({
    where: { storageKey: { in: keys } },
    select: { storageKey: true },
  })
  const others = [...tables, ...exports].map(({ storageKey }) => storageKey)
  return new Set([...records.map(({ filePath }) => filePath), ...others])
}
