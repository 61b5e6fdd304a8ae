import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import type {
  ListMultipartUploadsCommandOutput,
  ListObjectsV2CommandInput,
  S3Client,
} from '@aws-sdk/client-s3'
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
      await upload(await open(), place, content, PART_BYTES, away)
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
      await client.send(new sdk.DeleteObjectCommand(place)).catch(failUnlessMissing)
      for await (const { Key, UploadId } of uploadsOf(await open(), Bucket, place.Key))
        if (Key === place.Key)
          await client
            .send(new sdk.AbortMultipartUploadCommand({ ...place, UploadId }))
            .catch(failUnlessMissing)
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
      const list = new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 })
      await client.send(list).then(listed).catch(failList)
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

/**
 * Stores the whole content as one object, or nothing. Holds a part of `partBytes` twice in memory. Throws the error of the content as
 * it is, and any other as `failure` returns it.
 */
export async function upload(
  { client }: OpenedBucket,
  place: { Bucket: string; Key: string },
  content: AsyncIterable<Uint8Array>,
  partBytes: number,
  failure: (cause: unknown) => Error,
): Promise<void> {
  const { Upload } = await import('@aws-sdk/lib-storage')
  const source: { error?: unknown } = {}
  const Body = Readable.from(remembering(content, source))
  const sending = new Upload({
    client,
    params: { ...place, Body, ContentType: 'application/octet-stream' },
    partSize: partBytes,
    queueSize: 1,
    leavePartsOnError: false,
  })
  const stored = await sending.done().catch((error) => {
    throw 'error' in source ? source.error : failure(error)
  })
  // A proxy may answer in place of the bucket.
  if (!stored.ETag) throw failure(new Error('the answer to an upload has no ETag'))
}

/**
 * Passes the content through and keeps its error, so that it can be distinguished from an error of the bucket. An upload that
 * fails throws the error of the bucket into this generator, at the `yield`. It is not an error of the content.
 */
export async function* remembering<Piece>(
  content: AsyncIterable<Piece>,
  source: { error?: unknown },
): AsyncGenerator<Piece> {
  const pieces = content[Symbol.asyncIterator]()
  const next = () =>
    pieces.next().catch((error) => {
      source.error = error
      throw error
    })
  try {
    for (let piece = await next(); !piece.done; piece = await next()) yield piece.value
  } finally {
    await pieces.return?.()
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

async function* objectsBefore(opened: OpenedBucket, { bucket, prefix }: BucketSettings, then: Date) {
  try {
    for await (const page of objectsIn(opened, { Bucket: bucket, Prefix: prefix })) {
      const old = page.filter(({ LastModified }) => LastModified && LastModified < then)
      const keys = keysIn(
        old.map(({ Key }) => Key ?? ''),
        prefix,
      )
      if (keys.length > 0) yield keys
    }
  } catch (error) {
    failList(error)
  }
}

/** Lists the objects of a bucket, page by page. Throws if the store repeats a page, so that no list lacks objects unnoticed. */
export async function* objectsIn({ sdk, client }: OpenedBucket, place: ListObjectsV2CommandInput) {
  let hasMore = false
  for await (const page of sdk.paginateListObjectsV2({ client, stopOnSameToken: true }, place)) {
    yield listed(page).Contents ?? []
    hasMore = page.IsTruncated === true
  }
  if (hasMore) throw endless()
}

/** Throws if the answer is not a list. The SDK reads an empty answer or the page of a proxy as a list without objects. */
function listed<Page extends { IsTruncated?: boolean | undefined }>(page: Page): Page {
  if (page.IsTruncated === undefined) throw new Error('the answer is not a list of S3')
  return page
}

const endless = () => new Error('the list of the bucket has no end')

/** Lists the unfinished multipart uploads. The SDK has no function that pages through them. */
export async function* uploadsOf({ sdk, client }: OpenedBucket, Bucket: string, Prefix: string) {
  let marks: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
  while (marks) {
    const command = new sdk.ListMultipartUploadsCommand({ Bucket, Prefix, ...marks })
    const page: ListMultipartUploadsCommandOutput = await client.send(command).then(listed).catch(failList)
    yield* page.Uploads ?? []
    const next = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
    if (page.IsTruncated && isDeepStrictEqual(next, marks)) failList(endless())
    marks = page.IsTruncated ? next : undefined
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

/** Whether the bucket answered that it does not have this object. */
export const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket'

/** Throws that the file is missing for a 404. Throws `unavailable` for any other error, which may be temporary. */
function fail(error: unknown): never {
  if (isMissing(error)) throw new Error('There is no such file in the bucket', { cause: error })
  throw away(error)
}

/** Amazon does not say whether a removed object existed, but other stores do. */
function failUnlessMissing(error: unknown): void {
  if (!isMissing(error)) throw away(error)
}

/** A list is never missing, so that every error may be temporary. */
function failList(error: unknown): never {
  throw away(error)
}

const away = (cause: unknown) => new Failure('unavailable', AWAY, { cause })
