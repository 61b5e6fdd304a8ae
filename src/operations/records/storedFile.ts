import { notFound } from '#domain/errors.ts'
import type { PatientRecord } from '#infra/prisma/client.ts'
import type { StoredFile } from '#infra/records/recordStore.ts'

/** The storage key and encrypted key of a record's file. Throws `not_found` for a row without a file. */
export function storedFile({
  id,
  filePath: storageKey,
  fileSize,
  wrappedKey,
  keyId,
}: Pick<PatientRecord, 'id' | 'filePath' | 'fileSize' | 'wrappedKey' | 'keyId'>): StoredFile {
  if (!wrappedKey || !keyId) throw notFound('File', id)
  return { storageKey, fileSize, wrappedKey, keyId }
}
