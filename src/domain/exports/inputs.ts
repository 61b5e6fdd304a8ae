import * as z from 'zod/mini'
import { identifier } from '../text.ts'

/** A full export requires the password again. */
export const requestDataExportInput = z.strictObject({
  password: z
    .string('Password is required')
    .check(z.minLength(1, 'Password is required'), z.maxLength(1000, 'Password is too long')),
})

/** The ID of one export. */
export const dataExportInput = z.strictObject({ dataExportId: identifier })
