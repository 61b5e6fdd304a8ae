import { join } from 'node:path'
import type { BlobStore } from './blobStore.ts'
import type { BucketSettings } from './bucketSettings.ts'
import { diskBlobStore } from './diskBlobStore.ts'
import { s3BlobStore } from './s3BlobStore.ts'
import { tracedBlobStore } from './tracedBlobStore.ts'

type BlobStoreSettings = { recordsBucket: BucketSettings | undefined; dataDir: string }

/** The store of encrypted files according to the settings: a bucket, or a folder in DATA_DIR. */
export const openBlobStore = ({ recordsBucket, dataDir }: BlobStoreSettings): BlobStore =>
  recordsBucket
    ? tracedBlobStore(s3BlobStore(recordsBucket), 'bucket')
    : tracedBlobStore(diskBlobStore(join(dataDir, 'records')), 'folder')
