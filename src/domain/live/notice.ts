import * as z from 'zod/mini'
import type { auditActions } from '../audit/descriptions.ts'

/**
 * The audit actions that change something, plus `missed`: notices were lost. Includes a patient's `viewed`,
 * because it marks the form as opened.
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

/**
 * The notice that database triggers send when a change commits. It has IDs and verbs, but no patient data.
 */
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

/** A notice, or `missed` if notices may have been lost while the database was unreachable. */
export type Notice = z.output<typeof databaseNotice> | { kind: 'missed' }

export type ChangeNotice = Extract<Notice, { kind: 'change' }>

/** A change as its followers get it; `null` fields have nothing more to say. */
export type Change = {
  action: (typeof changeActions)[number]
  resourceType: string | null
  resourceId: string | null
  patientId: string | null
  at: Date
}
