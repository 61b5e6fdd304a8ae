import { recordIdInput } from '#domain/records/inputs.ts'
import { unwrapped } from '../operation.ts'
import { handOut } from './handOut.ts'

/** Hands out the file of a record to be looked at in the product: one look, one row of the trail. */
export const showRecord = unwrapped(recordIdInput, (ctx, which) => handOut(ctx, which, 'viewed'))
