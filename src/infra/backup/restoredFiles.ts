import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { Failure } from '#domain/errors.ts'
import { ALWAYS, type BlobStore } from '../records/blobStore.ts'
import { seal } from '../records/fileEncryption.ts'
import type { RecordKeys } from '../records/recordKeys.ts'
import { makeRecordStore } from '../records/recordStore.ts'
import { BackupProblem } from './backupProblem.ts'
import type { Part } from './manifest.ts'
import { recordRows } from './recordRows.ts'

/** Throws `BackupProblem` if there is any file. */
export async function refuseFiles(shelf: BlobStore): Promise<void> {
  for await (const keys of shelf.writtenBefore(ALWAYS))
    if (keys.length > 0)
      throw new BackupProblem(
        'The target is not empty: it has record files. Choose another DATA_DIR or bucket.',
      )
}

/** Throws `BackupProblem` if there is a file that no row names: another clinic may need it. */
export async function refuseOtherFiles(client: Client, shelf: BlobStore): Promise<void> {
  for await (const keys of shelf.writtenBefore(ALWAYS)) {
    const { rows } = await client.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM unnest($1::text[]) AS one (key)
        WHERE NOT EXISTS (SELECT FROM patient_records WHERE file_path = key)`,
      [keys],
    )
    if (rows[0]?.n)
      throw new BackupProblem(
        'The target has record files that are not in this backup. Choose another target.',
      )
  }
}

/** Where restored files go, and how they are encrypted. */
export type FileTarget = { client: Client; shelf: BlobStore; keys: RecordKeys }

/**
 * Writes a file and replaces a partial one. A decrypted file gets the key in its row again, which results in the bytes
 * that the clinic had stored. Returns the size of the content.
 */
export async function restoreFile(
  { client, shelf, keys }: FileTarget,
  { name, content }: Part,
): Promise<number> {
  const [folder, storageKey = ''] = name.split('/')
  let bytes = 0
  async function* counted() {
    for await (const piece of content) {
      bytes += piece.length
      yield piece
    }
  }
  const stored = folder === 'records' ? seal(counted(), await fileKey(client, keys, storageKey)) : counted()
  await shelf.remove(storageKey)
  await shelf.write(storageKey, stored)
  return bytes
}

async function fileKey(client: Client, keys: RecordKeys, storageKey: string): Promise<Buffer> {
  const { rows } = await client.query<{ wrappedKey: Buffer; keyId: string }>(
    'SELECT wrapped_key AS "wrappedKey", key_id AS "keyId" FROM patient_records WHERE file_path = $1',
    [storageKey],
  )
  if (!rows[0]) throw new BackupProblem(`No record of this backup has the file ${storageKey}`)
  return keys.unwrap(rows[0], storageKey)
}

type Looked = { opened: number; unreadable: string[] }

/** Opens every file that the rows name with the available keys and checks its hash. */
export async function openEveryFile(
  client: Client,
  shelf: BlobStore,
  keys: RecordKeys,
  onFile: (count: number, bytes: number) => void,
): Promise<Looked> {
  const store = makeRecordStore({ shelf, keys, logFault: () => {} })
  const looked: Looked = { opened: 0, unreadable: [] }
  let bytes = 0
  for await (const { id, key, size, sha256, wrapped, keyId } of recordRows(client)) {
    const hash = createHash('sha256')
    try {
      const file = { storageKey: key, fileSize: size, wrappedKey: wrapped, keyId }
      for await (const piece of store.read(file)) hash.update(piece)
      if (hash.digest('hex') !== sha256) throw new Error('The file has another hash')
      looked.opened += 1
      bytes += size
      onFile(looked.opened, bytes)
    } catch (error) {
      // Its key is missing or it was changed. If the storage does not answer, that says nothing about the
      // file.
      if (error instanceof Failure && error.code === 'unavailable' && keys.ids().includes(keyId)) throw error
      looked.unreadable.push(id)
    }
  }
  return looked
}
