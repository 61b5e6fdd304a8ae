import { recordIdInput } from '#domain/records/inputs.ts'
import { unwrapped } from '../operation.ts'
import { serveRecord } from './serveRecord.ts'

/** Serves the file of a record as a download. */
export const downloadRecord = unwrapped(recordIdInput, (ctx, which) => serveRecord(ctx, which, 'downloaded'))
