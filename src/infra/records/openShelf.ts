import { join } from 'node:path'
import type { BucketSettings } from './bucketSettings.ts'
import { makeBucketShelf } from './bucketShelf.ts'
import { makeFolderShelf } from './folderShelf.ts'
import type { Shelf } from './shelf.ts'

type Given = { recordsBucket: BucketSettings | undefined; dataDir: string }

/** Where closed files lie by the settings: in a bucket, or in a folder of DATA_DIR. */
export const openShelf = ({ recordsBucket, dataDir }: Given): Shelf =>
  recordsBucket ? makeBucketShelf(recordsBucket) : makeFolderShelf(join(dataDir, 'records'))
