import * as z from 'zod/mini'
import { instant, optionalDay } from '../calendar.ts'
import { isUuid, LINE_MAX, optionalText } from '../text.ts'
import { auditActions } from './descriptions.ts'

const key = (message: string) => z.nullish(z.string(message).check(z.refine(isUuid, message)))

/** The filters of the audit log; they must be consistent. */
export const auditListInput = z
  .strictObject({
    userId: key('Give the ID of the user'),
    patientId: key('Give the ID of the patient'),
    action: z.nullish(z.enum(auditActions, 'Choose a known action')),
    resourceType: optionalText(LINE_MAX),
    from: z.nullish(instant('From must be a date and time')),
    to: z.nullish(instant('To must be a date and time')),
    fromDay: z.optional(optionalDay('From must be a day')),
    toDay: z.optional(optionalDay('To must be a day')),
    readsOnly: z.nullish(z.boolean('Say true or false')),
  })
  .check(
    // Most rows are reads, so listing all of them without a patient would be useless.
    z.refine(({ patientId, readsOnly }) => !readsOnly || patientId != null, {
      error: 'Choose whose chart was opened',
      path: ['patientId'],
    }),
  )
export type AuditListInput = z.input<typeof auditListInput>
