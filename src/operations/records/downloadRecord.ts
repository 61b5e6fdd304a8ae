import { recordIdInput } from '#domain/records/inputs.ts'
import { unwrapped } from '../operation.ts'
import { handOut } from './handOut.ts'

/** Serves the file of a record as a download. */
export const downloadRecord = unwrapped(recordIdInput, (ctx, which) => handOut(ctx, which, 'downloaded'))
