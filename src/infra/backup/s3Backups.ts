import { Readable } from 'node:stream'
import type { BucketSettings } from '../records/bucketSettings.ts'
import {
  connect,
  type OpenedBucket,
  remembering,
  s3BlobStore,
  statusOf,
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
    throw statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket'
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
        (error) => (statusOf(error) === 404 ? false : fail(error)),
      )
      if (isThere) throw new BackupProblem(`${path} is there already, and is not written over`)
      const { Upload } = await import('@aws-sdk/lib-storage')
      const source: { error?: unknown } = {}
      let bytes = 0
      async function* counted() {
        for await (const piece of remembering(content, source)) {
          if (signal.aborted) source.error = signal.reason
          signal.throwIfAborted()
          bytes += piece.length
          yield piece
        }
      }
      const params = { ...place, Body: Readable.from(counted()), ContentType: 'application/octet-stream' }
      const upload = new Upload({
        client,
        params,
        partSize: PART_BYTES,
        queueSize: 1,
        leavePartsOnError: false,
      })
      await upload.done().catch((error) => {
        throw 'error' in source ? source.error : problem(bucket, error)
      })
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
async function* namesIn({ sdk, client }: OpenedBucket, { bucket, prefix }: BucketSettings) {
  let ContinuationToken: string | undefined
  do {
    const list = new sdk.ListObjectsV2Command({
      Bucket: bucket,
      Prefix: prefix,
      Delimiter: '/',
      ContinuationToken,
    })
    const page = await client.send(list).catch((error) => {
      throw problem(bucket, error)
    })
    for (const { Key = '' } of page.Contents ?? []) yield Key.slice(prefix.length)
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (ContinuationToken)
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

const problem = (bucket: string, error: unknown): BackupProblem => {
  const { name, message, code } = error as Error & { code?: string }
  const said =
    statusOf(error) === undefined
      ? `cannot be reached: ${message || code || name}`
      : `answered ${name}: ${message}`
  return new BackupProblem(`The bucket ${bucket} ${said}`, { cause: error })
}
