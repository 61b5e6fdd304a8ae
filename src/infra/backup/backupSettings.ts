import { resolve } from 'node:path'
import { z } from 'zod'
import { bucketOf, bucketShape, optionsWithoutBucket } from '../records/bucketSettings.ts'
import { readRecordKeys } from '../records/recordKeys.ts'
import { wholeNumber } from '../wholeNumber.ts'
import type { BackupPlaceSettings } from './openBackupPlace.ts'

/** The secret for backups: keys, of which the first encrypts and all decrypt, or a passphrase. */
export type BackupSecret = { keys: readonly Buffer[] } | { passphrase: string }

/** The schedule of automatic backups. */
export type BackupSchedule = {
  place: BackupPlaceSettings
  /** Cron expressions in UTC. No trial restore is made without one. */
  backupAt: string
  trialRestoreAt: string | undefined
  /** Whether the backups share record files, each of which is stored once. */
  isIncremental: boolean
  /** How many days a backup is kept; `undefined` if something else deletes old ones. */
  keepDays: number | undefined
}

const PASSPHRASE_MIN = 20

/** The job queue reads the numbers at the start. */
const cron = (ifMissing: string) =>
  z
    .string()
    .default(ifMissing)
    .refine(
      (expression) => /^[\d*/,-]+( [\d*/,-]+){4}$/.test(expression),
      "must be a cron expression in UTC, like '15 3 * * *'",
    )

/** The backup settings in the environment. */
export const backupShape = {
  BACKUP_KEY: z
    .string()
    .transform(readRecordKeys)
    .refine(
      (keys) => keys !== null,
      "must be a key of 32 bytes in base64; make one with 'openssl rand -base64 32'",
    )
    .optional(),
  BACKUP_PASSPHRASE: z
    .string()
    .min(PASSPHRASE_MIN, `must be a passphrase of at least ${PASSPHRASE_MIN} characters`)
    .optional(),
  BACKUP_FOLDER: z.string().optional(),
  ...bucketShape('BACKUP'),
  BACKUP_INCREMENTAL: z.stringbool({ error: 'must be true or false' }).default(false),
  BACKUP_SCHEDULE: cron('15 3 * * *'),
  BACKUP_KEEP_DAYS: z.literal('off').or(wholeNumber(31, 1, 36_500)),
  TRIAL_RESTORE_SCHEDULE: z.literal('off').or(cron('15 5 * * 0')),
}

type BackupVariables = z.output<z.ZodObject<typeof backupShape>>

/** The secret for backups; `undefined` if none is set. */
export function backupSecretOf({ BACKUP_KEY, BACKUP_PASSPHRASE }: BackupVariables): BackupSecret | undefined {
  if (BACKUP_KEY) return { keys: BACKUP_KEY }
  return BACKUP_PASSPHRASE ? { passphrase: BACKUP_PASSPHRASE } : undefined
}

/** The schedule of automatic backups in the settings; `undefined` if neither a folder nor a bucket is set. */
export function backupScheduleOf(variables: BackupVariables): BackupSchedule | undefined {
  const { BACKUP_FOLDER: folder, TRIAL_RESTORE_SCHEDULE: trial, BACKUP_KEEP_DAYS: days } = variables
  const place = folder ? { folder: resolve(folder) } : bucketOf('BACKUP', variables)
  if (!place) return undefined
  return {
    place,
    backupAt: variables.BACKUP_SCHEDULE,
    trialRestoreAt: trial === 'off' ? undefined : trial,
    isIncremental: variables.BACKUP_INCREMENTAL,
    keepDays: days === 'off' ? undefined : days,
  }
}

/** Settings that exclude each other, a place for backups without a key, and options of a bucket without the bucket. */
export function backupProblems(given: Record<string, string | undefined>): string[] {
  const { BACKUP_KEY: key, BACKUP_PASSPHRASE: passphrase, BACKUP_FOLDER: folder } = given
  if (key && passphrase) return ['BACKUP_KEY and BACKUP_PASSPHRASE exclude each other: set one of them']
  const bucket = given.BACKUP_S3_BUCKET
  if (folder && bucket) return ['BACKUP_FOLDER and BACKUP_S3_BUCKET exclude each other: set one of them']
  if ((folder || bucket) && !key && !passphrase)
    return [
      `${folder ? 'BACKUP_FOLDER' : 'BACKUP_S3_BUCKET'} needs BACKUP_KEY: make a key with 'openssl rand -base64 32' and keep a copy in another place`,
    ]
  return optionsWithoutBucket('BACKUP', given)
}
