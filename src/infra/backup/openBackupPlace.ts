import { resolve } from 'node:path'
import type { BucketReach, BucketSettings } from '../records/bucketSettings.ts'
import type { BackupFile, BackupPlace } from './backupPlace.ts'
import { BackupProblem } from './backupProblem.ts'
import { diskFile, diskPlace } from './diskBackups.ts'
import { s3File, s3Place } from './s3Backups.ts'

/** A folder with an absolute path, or a bucket. Nothing but this clinic's backups may be there. */
export type BackupPlaceSettings = { folder: string } | BucketSettings

export const openPlace = (settings: BackupPlaceSettings): BackupPlace =>
  'folder' in settings ? diskPlace(settings.folder) : s3Place(settings)

/** The place that a command names: a folder, a new file, or `s3://bucket/folder`. */
export function placeAt(text: string, reach: BucketReach): BackupPlace {
  const named = inBucket(text)
  if (!named) return diskPlace(resolve(text))
  const { bucket, key } = named
  return s3Place({ ...reach, bucket, prefix: key === '' || key.endsWith('/') ? key : `${key}/` })
}

/** The backup that a command names: a path, or `s3://bucket/key`. */
export function fileAt(text: string, reach: BucketReach): BackupFile {
  const named = inBucket(text)
  return named ? s3File({ ...reach, bucket: named.bucket, prefix: '' }, named.key) : diskFile(resolve(text))
}

function inBucket(text: string): { bucket: string; key: string } | null {
  const [, bucket, key = ''] = /^s3:\/\/([a-z0-9.-]+)(?:\/(.*))?$/.exec(text) ?? []
  return bucket ? { bucket, key } : null
}

/** The newest backup. Throws `BackupProblem` if there is none. */
export async function newestBackup(place: BackupPlace): Promise<BackupFile> {
  const newest = (await place.backups()).at(-1)
  if (!newest) throw new BackupProblem(`There is no backup in ${place.path}`)
  return newest.file
}

const DAY_MS = 86_400_000

/** Deletes the backups that are older than `days`, but never the newest one. Returns their paths. */
export async function removeOldBackups(place: BackupPlace, days: number, now: Date): Promise<string[]> {
  const isOld = ({ madeAt }: { madeAt: number }) => madeAt < now.getTime() - days * DAY_MS
  const old = (await place.backups()).slice(0, -1).filter(isOld)
  for (const { file } of old) await file.remove()
  return old.map(({ file }) => file.path)
}
