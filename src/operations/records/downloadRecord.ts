import { recordIdInput } from '#domain/records/inputs.ts'
import { unwrapped } from '../operation.ts'
import { handOut } from './handOut.ts'

/** Hands out the file of a record to be kept. */
export const downloadRecord = unwrapped(recordIdInput, (ctx, which) => handOut(ctx, which, 'downloaded'))
