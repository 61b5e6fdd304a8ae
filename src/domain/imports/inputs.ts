import * as z from 'zod/mini'
import { identifierSystem } from '../identifiers.ts'
import { initialStatuses } from '../patients/status.ts'
import { NO_FILE } from '../records/inputs.ts'
import { identifier } from '../text.ts'
import { importFields } from './importColumns.ts'
import { dateOrders } from './importDates.ts'
import { withoutEmailChoices } from './patientImport.ts'
import { isReceivedTable, type ReceivedTable } from './receivedTable.ts'

export const startPatientImportInput = z.strictObject({
  file: z.custom<ReceivedTable>(isReceivedTable, NO_FILE),
})

export const patientImportInput = z.strictObject({ importId: identifier })

const whole = 'A column is a number from 0 on'

export const checkPatientImportInput = z.strictObject({
  importId: identifier,
  mapping: z
    .array(
      z.strictObject({
        column: z.int(whole).check(z.minimum(0, whole), z.maximum(1000, whole)),
        field: z.enum(importFields, 'Choose what a column becomes'),
      }),
    )
    .check(z.maxLength(1000, 'There are too many columns')),
  dateOrder: z._default(z.enum(dateOrders, 'Choose a date format'), 'mdy'),
  withoutEmail: z._default(
    z.enum(withoutEmailChoices, 'Choose what to do with rows that have no e-mail'),
    'refuse',
  ),
  status: z._default(
    z.enum(initialStatuses, 'Choose one of the statuses a new patient can start with'),
    'pending_consent',
  ),
  /** A user's ID; `null` for unassigned. */
  assignedAttorney: z.nullish(identifier),
  /** The system of the column of identifiers, by default the name of the column. */
  identifierSystem: z.nullish(identifierSystem),
})

/** How to read the file, and the initial values of its patients. */
export type ImportChoices = Omit<z.output<typeof checkPatientImportInput>, 'importId'>
