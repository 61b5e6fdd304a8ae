import { notFound } from '#domain/errors.ts'
import type { PatientRecord } from '#infra/prisma/client.ts'
import type { StoredFile } from '#infra/records/recordStore.ts'

/** Where the file of a record lies and how it opens; throws `not_found` for a row from before files were taken in. */
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
