import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { Failure } from '#domain/errors.ts'
import { ALWAYS, type BlobStore, isStorageKey } from './blobStore.ts'
import type { BucketReach, BucketSettings } from './bucketSettings.ts'

/** The minimum size in S3. Each upload holds a part twice in memory. */
const PART_BYTES = 5 * 2 ** 20
const AWAY = 'The place where files are kept does not answer just now. Try again in a minute.'

type Checksums = 'WHEN_REQUIRED' | 'WHEN_SUPPORTED'
type Sdk = typeof import('@aws-sdk/client-s3')
/** A client for a bucket, and the SDK with its commands. */
export type OpenedBucket = { sdk: Sdk; client: S3Client }

/** A blob store in an S3 bucket. An object appears only when complete, and an interrupted upload leaves no parts. */
export function s3BlobStore(settings: BucketSettings, checksums?: Checksums): BlobStore {
  const { bucket: Bucket, prefix } = settings
  const at = (storageKey: string) => ({ Bucket, Key: prefix + checked(storageKey) })
  let opened: Promise<OpenedBucket> | undefined
  // Loaded for the first file, so that a clinic with a folder never loads it.
  const open = () => {
    opened ??= connect(settings, checksums)
    return opened
  }
  return {
    write: async (storageKey, content) => {
      const place = at(storageKey)
      const { client } = await open()
      const { Upload } = await import('@aws-sdk/lib-storage')
      const source: { error?: unknown } = {}
      const Body = Readable.from(remembering(content, source))
      const upload = new Upload({
        client,
        params: { ...place, Body, ContentType: 'application/octet-stream' },
        partSize: PART_BYTES,
        queueSize: 1,
        leavePartsOnError: false,
      })
      await upload.done().catch((error) => {
        throw 'error' in source ? source.error : away(error)
      })
    },
    read: (storageKey, from, until) =>
      until > from ? reading(open, at(storageKey), `bytes=${from}-${until - 1}`) : nothing(),
    size: async (storageKey) => {
      const { sdk, client } = await open()
      const head = await client.send(new sdk.HeadObjectCommand(at(storageKey))).catch(fail)
      return head.ContentLength ?? 0
    },
    remove: async (storageKey) => {
      const { sdk, client } = await open()
      const place = at(storageKey)
      await client.send(new sdk.DeleteObjectCommand(place)).catch(fail)
      for await (const { Key, UploadId } of uploadsOf(await open(), Bucket, place.Key))
        if (Key === place.Key)
          await client.send(new sdk.AbortMultipartUploadCommand({ ...place, UploadId })).catch(fail)
    },
    writtenBefore: async function* (then) {
      for await (const keys of objectsBefore(await open(), settings, then)) yield keys
      const halves: string[] = []
      for await (const { Key = '', Initiated } of uploadsOf(await open(), Bucket, prefix))
        if (Initiated && Initiated < then) halves.push(...keysIn([Key], prefix))
      if (halves.length > 0) yield halves
    },
    complete: async function* () {
      yield* objectsBefore(await open(), settings, ALWAYS)
    },
    check: async () => {
      const { sdk, client } = await open()
      await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 })).catch(fail)
    },
  }
}

function checked(storageKey: string): string {
  if (isStorageKey(storageKey)) return storageKey
  throw new Error('This is not the key of a stored file')
}

/**
 * Loads the SDK and opens a client for a bucket. `checksums` says when requests have checksums of the SDK, which older S3 servers do
 * not know.
 */
export async function connect(
  { region, endpoint, profile }: BucketReach,
  checksums: Checksums = 'WHEN_REQUIRED',
): Promise<OpenedBucket> {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(profile && { profile }),
    // The authentication tags of encrypted files detect changed bytes.
    requestChecksumCalculation: checksums,
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5000, requestTimeout: 60_000 },
  })
  return { sdk, client }
}

/** Passes the content through and keeps its error, so that it can be distinguished from an error of the bucket. */
export async function* remembering<Piece>(
  content: AsyncIterable<Piece>,
  source: { error?: unknown },
): AsyncGenerator<Piece> {
  try {
    yield* content
  } catch (error) {
    source.error = error
    throw error
  }
}

async function* reading(
  open: () => Promise<OpenedBucket>,
  place: { Bucket: string; Key: string },
  Range: string,
): AsyncGenerator<Buffer> {
  const { sdk, client } = await open()
  const found = await client.send(new sdk.GetObjectCommand({ ...place, Range })).catch((error) => {
    if (statusOf(error) === 416) return null // there are no more bytes
    return fail(error)
  })
  if (!found) return
  const body = found.Body as Readable
  try {
    for await (const piece of body as AsyncIterable<Buffer>) yield piece
  } catch (error) {
    throw away(error)
  } finally {
    body.destroy()
  }
}

async function* nothing(): AsyncGenerator<Buffer> {}

async function* objectsBefore({ sdk, client }: OpenedBucket, { bucket, prefix }: BucketSettings, then: Date) {
  let ContinuationToken: string | undefined
  do {
    const command = new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken })
    const page = await client.send(command).catch(fail)
    const old = (page.Contents ?? []).filter(({ LastModified }) => LastModified && LastModified < then)
    const keys = keysIn(
      old.map(({ Key }) => Key ?? ''),
      prefix,
    )
    if (keys.length > 0) yield keys
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (ContinuationToken)
}

/** Lists the unfinished multipart uploads. */
export async function* uploadsOf({ sdk, client }: OpenedBucket, Bucket: string, Prefix: string) {
  let marks: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
  while (marks) {
    const page: import('@aws-sdk/client-s3').ListMultipartUploadsCommandOutput = await client
      .send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix, ...marks }))
      .catch(fail)
    yield* page.Uploads ?? []
    marks = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      : undefined
  }
}

/** Returns the storage keys among the keys of a bucket. Other objects belong to other programs. */
const keysIn = (keys: string[], prefix: string): string[] =>
  keys
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
    .filter(isStorageKey)

/** The HTTP status of an error of the SDK, if the bucket answered. */
export const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

/** Throws that the file is missing for a 404. Throws `unavailable` for any other error, which may be temporary. */
function fail(error: unknown): never {
  if (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket')
    throw new Error('There is no such file in the bucket', { cause: error })
  throw away(error)
}

const away = (cause: unknown) => new Failure('unavailable', AWAY, { cause })
