import { join } from 'node:path'
import type { BlobStore } from './blobStore.ts'
import type { BucketSettings } from './bucketSettings.ts'
import { diskBlobStore } from './diskBlobStore.ts'
import { s3BlobStore } from './s3BlobStore.ts'

type BlobStoreSettings = { recordsBucket: BucketSettings | undefined; dataDir: string }

/** Where closed files lie by the settings: in a bucket, or in a folder of DATA_DIR. */
export const openBlobStore = ({ recordsBucket, dataDir }: BlobStoreSettings): BlobStore =>
  recordsBucket ? s3BlobStore(recordsBucket) : diskBlobStore(join(dataDir, 'records'))
