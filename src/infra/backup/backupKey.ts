import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { KEY_BYTES, makeRecordKeys } from '../records/recordKeys.ts'
import { BackupProblem } from './backupProblem.ts'
import type { BackupSecret } from './backupSettings.ts'

/** A backup's encrypted key; with a passphrase, also the parameters of the key derivation. */
export const closedKey = z.object({
  keyId: z.string(),
  wrappedKey: z.base64(),
  stretched: z
    .object({ salt: z.base64(), N: z.literal(2 ** 17), r: z.literal(8), p: z.literal(1) })
    .optional(),
})
export type ClosedKey = z.infer<typeof closedKey>

const stretching = { N: 2 ** 17, r: 8, p: 1 } as const
const stretch = promisify<string, Buffer, number, typeof stretching & { maxmem: number }, Buffer>(scrypt)
const keyFrom = (passphrase: string, salt: Buffer) =>
  stretch(passphrase.normalize('NFKC'), salt, KEY_BYTES, { ...stretching, maxmem: 2 ** 28 })

/** Encrypts the key for the backup `id` only. */
export async function closeKey(secret: BackupSecret, key: Buffer, id: string): Promise<ClosedKey> {
  const salt = 'keys' in secret ? undefined : randomBytes(16)
  const keys = 'keys' in secret ? secret.keys : [await keyFrom(secret.passphrase, salt as Buffer)]
  const { keyId, wrappedKey } = makeRecordKeys(keys).wrap(key, id)
  return {
    keyId,
    wrappedKey: Buffer.from(wrappedKey).toString('base64'),
    ...(salt && { stretched: { salt: salt.toString('base64'), ...stretching } }),
  }
}

/** Decrypts the key of the backup `id`. Throws `BackupProblem` if the secret does not open it. */
export async function openKey(secret: BackupSecret, closed: ClosedKey, id: string): Promise<Buffer> {
  const keys = makeRecordKeys(await openingKeys(secret, closed))
  if (!keys.ids().includes(closed.keyId)) throw new BackupProblem(notOpening(secret, closed.keyId))
  try {
    return keys.unwrap({ keyId: closed.keyId, wrappedKey: Buffer.from(closed.wrappedKey, 'base64') }, id)
  } catch (cause) {
    throw new BackupProblem('The head of this backup was changed: its key does not open', { cause })
  }
}

async function openingKeys(secret: BackupSecret, { stretched }: ClosedKey): Promise<readonly Buffer[]> {
  if ('keys' in secret) {
    if (stretched) throw new BackupProblem('This backup was closed with a passphrase: set BACKUP_PASSPHRASE')
    return secret.keys
  }
  if (!stretched) throw new BackupProblem('This backup was closed with a key: set BACKUP_KEY')
  return [await keyFrom(secret.passphrase, Buffer.from(stretched.salt, 'base64'))]
}

const notOpening = (secret: BackupSecret, keyId: string) =>
  'keys' in secret
    ? `This backup was closed with the key ${keyId}, which is not in BACKUP_KEY`
    : 'BACKUP_PASSPHRASE is not the passphrase that this backup was closed with'
