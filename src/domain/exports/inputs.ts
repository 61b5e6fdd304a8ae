import * as z from 'zod/mini'
import { identifier } from '../text.ts'

/** Earlier clients send the password again. If they do, it must be right. */
export const requestDataExportInput = z.strictObject({
  password: z.nullish(
    z
      .string('Password is required')
      .check(z.minLength(1, 'Password is required'), z.maxLength(1000, 'Password is too long')),
  ),
})

/** The ID of one export. */
export const dataExportInput = z.strictObject({ dataExportId: identifier })
