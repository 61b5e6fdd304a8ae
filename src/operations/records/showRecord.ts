import { recordIdInput } from '#domain/records/inputs.ts'
import { unwrapped } from '../operation.ts'
import { serveRecord } from './serveRecord.ts'

/** Serves the file of a record for viewing in Caseload: one audit row for each view. */
export const showRecord = unwrapped(recordIdInput, (ctx, which) => serveRecord(ctx, which, 'viewed'))
