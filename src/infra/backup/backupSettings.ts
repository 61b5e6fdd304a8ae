import { z } from 'zod'
import { readRecordKeys } from '../records/recordKeys.ts'

/** The secret for backups: keys, of which the first encrypts and all decrypt, or a passphrase. */
export type BackupSecret = { keys: readonly Buffer[] } | { passphrase: string }

const PASSPHRASE_MIN = 20

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
}

type BackupVariables = z.output<z.ZodObject<typeof backupShape>>

/** The secret for backups; `undefined` if none is set. */
export function backupSecretOf({ BACKUP_KEY, BACKUP_PASSPHRASE }: BackupVariables): BackupSecret | undefined {
  if (BACKUP_KEY) return { keys: BACKUP_KEY }
  return BACKUP_PASSPHRASE ? { passphrase: BACKUP_PASSPHRASE } : undefined
}

/** Only one of the two may be set, so that it is clear which one opens a backup. */
export const backupProblems = (given: Record<string, string | undefined>): string[] =>
  given.BACKUP_KEY && given.BACKUP_PASSPHRASE
    ? ['BACKUP_KEY and BACKUP_PASSPHRASE exclude each other: set one of them']
    : []
