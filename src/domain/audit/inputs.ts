import * as z from 'zod/mini'
import { instant } from '../calendar.ts'
import { isUuid, LINE_MAX, optionalText } from '../text.ts'
import { auditActions } from './descriptions.ts'

const key = (message: string) => z.nullish(z.string(message).check(z.refine(isUuid, message)))

/** What narrows the audit trail; what is given must hold together. */
export const auditListInput = z.strictObject({
  userId: key('User must be given by its key'),
  patientId: key('Patient must be given by its key'),
  action: z.nullish(z.enum(auditActions, 'Choose a known action')),
  resourceType: optionalText(LINE_MAX),
  from: z.nullish(instant('From must be a date and time')),
  to: z.nullish(instant('To must be a date and time')),
})
export type AuditListInput = z.input<typeof auditListInput>
