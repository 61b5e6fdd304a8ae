import { LockFailure } from '#domain/audit/lockFailure.ts'
import { connect, objectsIn } from '../records/s3BlobStore.ts'
import type { LockedCopySettings } from './lockedCopySettings.ts'

/** The number of a tree head and the hash (hex) of its text, in the name of a copy. */
export type CopiedHead = { number: number; sha256: string }

/** Copies of tree heads. For some years, not even the owner of the account can change or remove them. */
export type LockedCopies = {
  /** The name of the bucket, for people. */
  bucket: string
  years: number
  /** Stores a copy, and checks that it is locked until then. Throws `LockFailure`. */
  keep: (logId: string, head: CopiedHead, note: string, until: Date) => Promise<void>
  /** The copies of this log, oldest first, without their content. Throws `LockFailure`. */
  list: (logId: string) => AsyncGenerator<CopiedHead>
}

/** Digits of a number, so that names sort like numbers. */
const DIGITS = 12

/** Locked copies in an S3 bucket with Object Lock in compliance mode. */
export function makeLockedCopies(settings: LockedCopySettings): LockedCopies {
  const { bucket: Bucket, prefix, years } = settings
  const folderOf = (logId: string) => `${prefix}${logId}/`
  const nameOf = ({ number, sha256 }: CopiedHead) => `${String(number).padStart(DIGITS, '0')}-${sha256}.txt`
  let opened: ReturnType<typeof connect> | undefined
  const open = () => {
    opened ??= connect(settings)
    return opened
  }
  return {
    bucket: Bucket,
    years,
    keep: async (logId, head, note, until) => {
      const { sdk, client } = await open()
      const place = { Bucket, Key: folderOf(logId) + nameOf(head) }
      const put = new sdk.PutObjectCommand({
        ...place,
        Body: note,
        ContentType: 'text/plain; charset=utf-8',
        // S3 requires a checksum of an object that is locked.
        ChecksumAlgorithm: 'SHA256',
        ObjectLockMode: 'COMPLIANCE',
        ObjectLockRetainUntilDate: until,
      })
      await client.send(put).catch(fail)
      // A store without Object Lock may ignore what it does not know.
      const kept = await client.send(new sdk.HeadObjectCommand(place)).catch(fail)
      const isLocked =
        kept.ObjectLockMode === 'COMPLIANCE' &&
        (kept.ObjectLockRetainUntilDate?.getTime() ?? 0) >= until.getTime() - 1000
      if (!isLocked) throw new LockFailure('the bucket does not lock objects in compliance mode')
    },
    list: async function* (logId) {
      try {
        for await (const page of objectsIn(await open(), { Bucket, Prefix: folderOf(logId) }))
          for (const { Key = '' } of page) {
            const [, number, sha256] = /\/(\d+)-([\da-f]{64})\.txt$/.exec(Key) ?? []
            if (number && sha256) yield { number: Number(number), sha256 }
          }
      } catch (error) {
        fail(error)
      }
    },
  }
}

function fail(error: unknown): never {
  const { name, message } = error as Error
  throw new LockFailure(`the bucket answered ${name}: ${message}`, { cause: error })
}
