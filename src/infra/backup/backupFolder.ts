import { existsSync, readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupProblem } from './backupProblem.ts'

const NAME = /^caseload-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/
const DAY_MS = 86_400_000

/** Throws `BackupProblem` if there is no such folder, such as one that is not mounted. */
export function requireFolder(folder: string): void {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new BackupProblem(`There is no folder ${folder}`)
}

/** The paths of the complete backups in a folder, oldest first, with the times in their names. */
function backupsIn(folder: string): { path: string; madeAt: number }[] {
  requireFolder(folder)
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
      const madeAt = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
      return Number.isNaN(madeAt) ? [] : [{ path: join(folder, name), madeAt }]
    })
}

/** The path of the newest backup. Throws `BackupProblem` if there is none. */
export function newestBackupIn(folder: string): string {
  const newest = backupsIn(folder).at(-1)
  if (!newest) throw new BackupProblem(`There is no backup in ${folder}`)
  return newest.path
}

/** Deletes the backups that are older than `days`, but never the newest one. Returns their paths. */
export async function removeOldBackups(folder: string, days: number, now: Date): Promise<string[]> {
  const isOld = ({ madeAt }: { madeAt: number }) => madeAt < now.getTime() - days * DAY_MS
  const old = backupsIn(folder).slice(0, -1).filter(isOld)
  for (const { path } of old) await rm(path)
  return old.map(({ path }) => path)
}
