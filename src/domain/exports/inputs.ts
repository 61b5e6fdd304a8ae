import * as z from 'zod/mini'
import { identifier } from '../text.ts'
import { dataExportKinds } from './dataExport.ts'

const kind = z.nullish(z.enum(dataExportKinds, 'Choose a kind of export'))

/** All data unless `kind` says otherwise. Earlier clients send the password again. If they do, it must be right. */
export const requestDataExportInput = z.strictObject({
  kind,
  password: z.nullish(
    z
      .string('Password is required')
      .check(z.minLength(1, 'Password is required'), z.maxLength(1000, 'Password is too long')),
  ),
})

/** Which exports to list. */
export const listDataExportsInput = z.strictObject({
  kind,
  patientId: z.nullish(identifier),
})

/** The ID of one export. */
export const dataExportInput = z.strictObject({ dataExportId: identifier })
