import * as z from 'zod/mini'
import type { Patient, PatientRecord } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { readableNoteSql } from '../notes/readableNotes.ts'
import { operation } from '../operation.ts'
import { closingOf } from '../records/recordAccess.ts'
import { newParameters, type Parameters } from '../sqlParameters.ts'
import { isVisibleSql } from './visiblePatient.ts'

/** What colleagues and patients did since the user's last visit. Each number is counted up to `NEW_MAX`. */
export type NewSinceVisit = {
  since: Date
  patientsAdded: number
  consentsSigned: number
  consentsDeclined: number
  recordsAdded: number
  notesAdded: number
}

/** The counts stop here. */
export const NEW_MAX = 99

/** A visit ends after this time without the dashboard. */
export const VISIT_GAP_MS = 30 * 60_000

/** An absence of more than this is too long to list. */
const LONGEST_MS = 30 * 86_400_000

/** Rows of the audit log that are read for each action. */
const ROWS_MAX = 500

/**
 * Records the user's visit and returns what is new since the one before, among visible patients; `null` on the first, and for an API key.
 * The counts come from the newest rows of the audit log by its index on actions. They name no patients, so reading them
 * is not recorded.
 */
export const readNewSinceVisit = operation(z.strictObject({}), async (ctx): Promise<NewSinceVisit | null> => {
  authorize(ctx, 'dashboard.read')
  // A program's call is not the user's visit, and must not end it.
  if (ctx.actor.key) return null
  const since = await recordVisit(ctx)
  if (!since) return null
  const { values, add } = newParameters()
  const count = (condition: string) => `least(count(*) FILTER (WHERE ${condition}), ${NEW_MAX})::int`
  const created = (resourceType: string) =>
    count(`act.action = 'created' AND act.resource_type = '${resourceType}'`)
  const isAttorney = ctx.actor.role === 'attorney'
  const [found] = await ctx.db.$queryRawUnsafe<Counted[]>(
    `SELECT ${created('patient')} AS "patientsAdded",
       ${count(`act.action = 'consent_signed'`)} AS "consentsSigned",
       ${count(`act.action = 'consent_declined'`)} AS "consentsDeclined",
       ${created('patient_record')} AS "recordsAdded",
       ${created('patient_note')} AS "notesAdded",
       ${isAttorney ? RECORD_ROWS : `'[]'::json`} AS records, ${isAttorney ? NOTE_ROWS : `'[]'::json`} AS notes
     ${newActsSql(ctx, since, add, isAttorney ? RECORD_OF_ACT : '')}`,
    ...values,
  )
  if (!found) return null
  const { records, notes, ...counts } = found
  const open = { recordsAdded: countOpen(ctx, records), notesAdded: countOpen(ctx, notes) }
  return { since, ...counts, ...(isAttorney && open) }
})

type Counted = Omit<NewSinceVisit, 'since'> & { records: RecordRow[]; notes: RecordRow[] }

/**
 * Returns the `FROM` and `WHERE` clauses for what other users did on visible patients since a time, without notes that the
 * actor cannot read. Reads the newest rows of the audit log by its index on actions. The tables are `act`, `patient` and
 * those of `joined`.
 */
export function newActsSql(ctx: OperationContext, since: Date, add: Parameters['add'], joined = ''): string {
  const from = add(new Date(Math.max(since.getTime(), ctx.now().getTime() - LONGEST_MS)), 'timestamptz')
  const me = add(ctx.actor.id, 'uuid')
  const newest = ['created', 'consent_signed', 'consent_declined'].map(
    (action) => `(SELECT action, resource_type, resource_id, patient_id, user_id, created_at FROM audit_logs
       WHERE action = '${action}' AND created_at > ${from} ORDER BY created_at DESC, id DESC LIMIT ${ROWS_MAX})`,
  )
  return `FROM (${newest.join(' UNION ALL ')}) AS act JOIN patients patient ON patient.id = act.patient_id ${joined}
     WHERE act.user_id IS DISTINCT FROM ${me} AND (${isVisibleSql(ctx, add)})
       AND (act.resource_type <> 'patient_note' OR EXISTS (
         SELECT FROM patient_notes note WHERE note.id = act.resource_id::uuid AND ${readableNoteSql(ctx, add)}))`
}

/** A new record with its patient's authorization, as JSON. */
export type RecordRow = {
  consentRevokedAt: string | null
  consentExpiresAt: string | null
  authorization: Patient['authorization']
  reviewRequestId: string | null
  category: PatientRecord['category']
  serviceDate: string | null
}

/** Joins the record that an act added, for `newActsSql`. */
export const RECORD_OF_ACT = `LEFT JOIN patient_records record
  ON record.id = CASE WHEN act.action = 'created' AND act.resource_type = 'patient_record' THEN act.resource_id::uuid END
    AND NOT record.is_paper_consent AND record.deleted_at IS NULL`
const rowsSql = (
  condition: string,
) => `coalesce(json_agg(json_build_object('consentRevokedAt', patient.consent_revoked_at,
  'consentExpiresAt', patient.consent_expires_at, 'authorization', patient.authorization,
  'reviewRequestId', patient.review_request_id,
  'category', record.category, 'serviceDate', record.service_date)) FILTER (WHERE ${condition}), '[]')`
/** The records of the acts as JSON. */
export const RECORD_ROWS = rowsSql('record.id IS NOT NULL')
/** The notes of the acts as JSON. They follow the rule for a record without category and service date. */
const NOTE_ROWS = rowsSql(`act.action = 'created' AND act.resource_type = 'patient_note'`)

const instantOf = (text: string | null) => (text === null ? null : new Date(text))

/** Counts the records or notes that are open to an attorney, up to `NEW_MAX`. */
export function countOpen(ctx: OperationContext, records: readonly RecordRow[]): number {
  const open = records.filter(
    ({ consentRevokedAt, consentExpiresAt, authorization, reviewRequestId, ...record }) => {
      const dates = {
        consentRevokedAt: instantOf(consentRevokedAt),
        consentExpiresAt: instantOf(consentExpiresAt),
      }
      return closingOf(ctx, { ...dates, authorization, reviewRequestId }, record) === null
    },
  )
  return Math.min(open.length, NEW_MAX)
}

/** Returns the end of the visit before this one; `null` if this is the first. */
async function recordVisit({ db, actor, now }: OperationContext): Promise<Date | null> {
  const at = now()
  const gapStart = new Date(at.getTime() - VISIT_GAP_MS)
  const [visit] = await db.$queryRaw<{ since: Date | null }[]>`
    INSERT INTO dashboard_visits AS visit (user_id, visited_at) VALUES (${actor.id}::uuid, ${at})
    ON CONFLICT (user_id) DO UPDATE SET visited_at = ${at},
      since = CASE WHEN visit.visited_at < ${gapStart} THEN visit.visited_at ELSE visit.since END
    RETURNING since`
  return visit?.since ?? null
}
