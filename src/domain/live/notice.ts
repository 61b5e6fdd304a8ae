import * as z from 'zod/mini'
import type { auditActions } from '../audit/descriptions.ts'

/**
 * The acts of the audit trail that change something, a patient's `viewed` among them, which opens a form; and `missed`: what
 * happened meanwhile is not known any more.
 */
export const changeActions = [
  'created',
  'updated',
  'deleted',
  'imported',
  'consent_sent',
  'consent_signed',
  'consent_declined',
  'consent_voided',
  'consent_expired',
  'consent_revoked',
  'viewed',
  'missed',
] as const satisfies readonly ((typeof auditActions)[number] | 'missed')[]

const word = z.string()
const key = z.nullable(z.string())

/** What the database says when a change commits, as its triggers spell it: ids and words, nothing of a patient. */
export const databaseNotice = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('change'),
    action: z.enum(changeActions),
    resourceType: word,
    resourceId: key,
    patientId: key,
  }),
  z.object({ kind: z.literal('alert'), userId: word, alertId: key }),
  z.object({ kind: z.literal('unassigned'), userId: word }),
  z.object({ kind: z.literal('restriction'), userId: key }),
  z.object({ kind: z.literal('session_end'), sid: word }),
  z.object({ kind: z.literal('clinic_settings') }),
])

/** A notice, or that some may have been missed while the database could not be heard. */
export type Notice = z.output<typeof databaseNotice> | { kind: 'missed' }

export type ChangeNotice = Extract<Notice, { kind: 'change' }>

/** A change as somebody who follows them hears of it; `null` where there is nothing more to tell than that. */
export type Change = {
  action: (typeof changeActions)[number]
  resourceType: string | null
  resourceId: string | null
  patientId: string | null
  at: Date
}
