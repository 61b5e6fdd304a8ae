import type { BucketSettings } from '../records/bucketSettings.ts'
import {
  connect,
  isMissing,
  type OpenedBucket,
  objectsIn,
  s3BlobStore,
  statusOf,
  upload,
  uploadsOf,
} from '../records/s3BlobStore.ts'
import { backupName, madeAt } from './backupName.ts'
import { type BackupFile, type BackupPlace, sharedFolder } from './backupPlace.ts'
import { BackupProblem } from './backupProblem.ts'

/** S3 takes 10,000 parts, so a backup can have 160 GB. An upload holds a part twice in memory. */
const PART_BYTES = 16 * 2 ** 20
/** A piece is read at once, so that a slow restore leaves no request open. */
const PIECE_BYTES = 8 * 2 ** 20
const ATTEMPTS = 3
const DAY_MS = 86_400_000

type Open = () => Promise<OpenedBucket>

/** A backup in an S3 bucket. The object appears only when it is complete. */
export const s3File = (settings: BucketSettings, name: string): BackupFile =>
  fileIn(settings, name, opener(settings))

/** A bucket, or all keys with a prefix in it. */
export function s3Place(settings: BucketSettings): BackupPlace {
  const { bucket, prefix } = settings
  const open = opener(settings)
  return {
    path: `s3://${bucket}/${prefix}`,
    newFile: async (now) => {
      await removeBrokenUploads(await open(), settings)
      return fileIn(settings, backupName(now), open)
    },
    backups: async () => {
      const names = await Array.fromAsync(namesIn(await open(), settings))
      return names.sort().flatMap((name) => {
        const at = madeAt(name)
        return at === null ? [] : [{ file: fileIn(settings, name, open), madeAt: at }]
      })
    },
  }
}

/** Amazon requires a checksum in a bucket that locks its objects, and some other stores do not know them. */
const checksumsAt = ({ endpoint }: BucketSettings) => (endpoint ? 'WHEN_REQUIRED' : 'WHEN_SUPPORTED')

/** Loads the SDK for the first request. */
function opener(settings: BucketSettings): Open {
  let opened: Promise<OpenedBucket> | undefined
  return () => {
    opened ??= connect(settings, checksumsAt(settings))
    return opened
  }
}

function fileIn(settings: BucketSettings, name: string, open: Open): BackupFile {
  const { bucket, prefix } = settings
  const place = { Bucket: bucket, Key: prefix + name }
  const path = `s3://${bucket}/${place.Key}`
  const fail = (error: unknown): never => {
    throw isMissing(error)
      ? new BackupProblem(`There is no file ${path}`, { cause: error })
      : problem(bucket, error)
  }
  const size = async () => {
    const { sdk, client } = await open()
    const head = await client.send(new sdk.HeadObjectCommand(place)).catch(fail)
    return head.ContentLength ?? 0
  }
  async function readPiece(from: number, until: number): Promise<Buffer> {
    const { sdk, client } = await open()
    for (let attempt = 1; ; attempt += 1)
      try {
        const get = new sdk.GetObjectCommand({ ...place, Range: `bytes=${from}-${until - 1}` })
        const { Body } = await client.send(get)
        return Buffer.from((await Body?.transformToByteArray()) ?? [])
      } catch (error) {
        if (attempt === ATTEMPTS) fail(error)
      }
  }
  return {
    path,
    size,
    read: async function* (from) {
      const end = await size()
      for (let at = from; at < end; at += PIECE_BYTES)
        yield await readPiece(at, Math.min(at + PIECE_BYTES, end))
    },
    write: async (content, signal) => {
      const { sdk, client } = await open()
      const isThere = await client.send(new sdk.HeadObjectCommand(place)).then(
        () => true,
        (error) => (isMissing(error) ? false : fail(error)),
      )
      if (isThere) throw new BackupProblem(`${path} is there already, and is not written over`)
      let bytes = 0
      async function* counted() {
        for await (const piece of content) {
          signal.throwIfAborted()
          bytes += piece.length
          yield piece
        }
      }
      await upload(await open(), place, counted(), PART_BYTES, (cause) => problem(bucket, cause))
      return bytes
    },
    remove: async () => {
      const { sdk, client } = await open()
      await client.send(new sdk.DeleteObjectCommand(place)).catch(fail)
    },
    sharedStore: (recipient) => {
      const folder = place.Key.slice(0, place.Key.lastIndexOf('/') + 1) + sharedFolder(recipient)
      const store = s3BlobStore({ ...settings, prefix: `${folder}/` }, checksumsAt(settings))
      return { path: `s3://${bucket}/${folder}`, store }
    },
  }
}

/** The names in the folder itself. Shared record files are below it. */
async function* namesIn(opened: OpenedBucket, { bucket, prefix }: BucketSettings) {
  try {
    for await (const page of objectsIn(opened, { Bucket: bucket, Prefix: prefix, Delimiter: '/' }))
      for (const { Key = '' } of page) yield Key.slice(prefix.length)
  } catch (error) {
    throw problem(bucket, error)
  }
}

/** Whether this is the name of a backup or of a shared file. */
const isOurs = (name: string) => madeAt(name) !== null || name.startsWith(sharedFolder(''))

/** Removes the parts of uploads that a killed process left more than a day ago. They cost as much as an object. */
async function removeBrokenUploads(opened: OpenedBucket, { bucket, prefix }: BucketSettings): Promise<void> {
  const { sdk, client } = opened
  try {
    for await (const { Key = '', UploadId, Initiated } of uploadsOf(opened, bucket, prefix))
      if (isOurs(Key.slice(prefix.length)) && Initiated && Initiated.getTime() < Date.now() - DAY_MS)
        await client.send(new sdk.AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
  } catch {
    // The credentials may lack the permission. A rule of the bucket can remove them instead.
  }
}

function problem(bucket: string, error: unknown): BackupProblem {
  const { name, message, code } = error as Error & { code?: string }
  const status = statusOf(error)
  // The SDK says `Unknown` for an answer without an error code, such as one to a HEAD request.
  const reason = name === 'Unknown' ? '' : ` ${name}: ${message.split('\n', 1)[0]}`
  const said =
    status === undefined ? `cannot be used: ${message || code || name}` : `answered ${status}${reason}`
  return new BackupProblem(`The bucket ${bucket} ${said}`, { cause: error })
}
