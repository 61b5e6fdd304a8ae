import * as z from 'zod/mini'
import type { PatientStatus } from '#domain/patients/status.ts'
import { authorize } from '../authorize.ts'
import { unwrapped } from '../operation.ts'
import { visibilityArguments } from './visiblePatient.ts'

export type DashboardTrends = {
  /** Counted up to `ADDED_MAX`. */
  addedThisWeek: number
  oldestPendingSince: Date | null
  /** The median of the last hundred signatures; `null` for an attorney, who has too few. */
  medianDaysToSign: number | null
  /** Omits statuses that no patient has left yet. */
  stays: MedianStay[]
}

/**
 * The median stay of the last hundred patients who moved on from a status to any later one except dropped.
 */
export type MedianStay = { status: PatientStatus; medianDays: number }

/** The count of a week stops here; larger numbers are of no use. */
export const ADDED_MAX = 999

const WEEK_MS = 7 * 86_400_000

/**
 * Returns the trends of the dashboard's four figures, in one statement that uses indexes, however many
 * patients there are.
 */
export const readDashboardTrends = unwrapped(z.strictObject({}), async (ctx): Promise<DashboardTrends> => {
  authorize(ctx, 'dashboard.read')
  const { assignee, staff, at, inPerson } = visibilityArguments(ctx)
  const aWeekAgo = new Date(ctx.now().getTime() - WEEK_MS)
  const [trends] = await ctx.db.$queryRaw<[DashboardTrends]>`
    WITH locked AS MATERIALIZED (SELECT id FROM locked_patients(${staff}::uuid, ${at}, ${inPerson}))
    SELECT
      (SELECT count(*)::int FROM (
        SELECT FROM patients
        WHERE created_at > ${aWeekAgo} AND status <> 'dropped'
          AND (${assignee}::uuid IS NULL OR assigned_attorney = ${assignee}::uuid)
          AND id NOT IN (SELECT id FROM locked)
        LIMIT ${ADDED_MAX}
      ) AS added) AS "addedThisWeek",
      (SELECT status_since FROM patients
        WHERE status = 'pending_consent'
          AND (${assignee}::uuid IS NULL OR assigned_attorney = ${assignee}::uuid)
          AND id NOT IN (SELECT id FROM locked)
        ORDER BY status_since
        LIMIT 1) AS "oldestPendingSince",
      (SELECT (percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM closed_at - sent_at)) / 86400)::float8
        FROM (
          SELECT closed_at, sent_at FROM consent_requests
          WHERE state = 'signed' AND ${assignee}::uuid IS NULL AND patient_id NOT IN (SELECT id FROM locked)
          ORDER BY created_at DESC
          LIMIT 100
        ) AS signatures) AS "medianDaysToSign",
      (SELECT coalesce(json_agg(json_build_object('status', status, 'medianDays', median) ORDER BY status), '[]')
        FROM unnest(enum_range(NULL::patient_status)) AS status, LATERAL (
          SELECT round(
            (percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM left_at - entered_at)) / 86400)::numeric, 1
          ) AS median
          FROM (
            SELECT left_at, entered_at FROM patient_stays stay
            WHERE stay.status = status.status
              AND (${assignee}::uuid IS NULL OR assignee_key = ${assignee}::uuid)
              AND patient_id NOT IN (SELECT id FROM locked)
            ORDER BY left_at DESC
            LIMIT 100
          ) AS newest
        ) AS of_status
        WHERE median IS NOT NULL) AS "stays"`
  return trends
})
