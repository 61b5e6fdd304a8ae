import * as z from 'zod/mini'
import { openTaskStatuses } from '#domain/tasks/task.ts'
import { authorize } from '../authorize.ts'
import { unwrapped } from '../operation.ts'
import { visibilityArguments } from '../patients/visiblePatient.ts'

export type Counts = {
  patients: number
  unsignedConsents: number
  openTasks: number
  unreadAlerts: number
  formsToReview: number
}

/**
 * Returns the counts in the navigation, in one statement because every screen shows them: patients from the maintained
 * counters, the rest by index. They name no patients, so reading them is not recorded. Scopes are those of the lists
 * they count (`tasksVisibleTo`, `alertsVisibleTo`).
 */
export const readCounts = unwrapped(z.strictObject({}), async (ctx): Promise<Counts> => {
  authorize(ctx, 'dashboard.read')
  const { id } = ctx.actor
  const { assignee, staff, at, inPerson } = visibilityArguments(ctx)
  const [counts] = await ctx.db.$queryRaw<Counts[]>`
    WITH locked AS NOT MATERIALIZED (SELECT id, status FROM locked_patients(${staff}::uuid, ${at}, ${inPerson}))
    SELECT patients, "unsignedConsents", "openTasks", "unreadAlerts", "formsToReview"
    FROM (
      SELECT coalesce(sum(count) FILTER (WHERE status <> 'dropped'), 0)::int AS patients,
             coalesce(sum(count) FILTER (WHERE status IN ('pending_consent', 'consent_sent')), 0)::int
               AS "unsignedConsents"
      FROM (
        SELECT status, count FROM patient_counts
        WHERE ${assignee}::uuid IS NULL OR assignee_key = ${assignee}::uuid
        UNION ALL SELECT status, -1 FROM locked
      ) AS kept
    ) caseload, (
      SELECT count(*)::int AS "openTasks"
      FROM tasks t LEFT JOIN patients p ON ${assignee}::uuid IS NOT NULL AND p.id = t.patient_id
      WHERE t.status = ANY(${openTaskStatuses}::task_status[])
        AND (${assignee}::uuid IS NULL OR p.assigned_attorney = ${assignee}::uuid
          OR (t.patient_id IS NULL AND t.assigned_to = ${assignee}::uuid))
        AND (t.patient_id IS NULL OR t.patient_id NOT IN (SELECT id FROM locked))
    ) work, (
      SELECT count(*)::int AS "unreadAlerts"
      FROM alerts a LEFT JOIN patients p ON ${assignee}::uuid IS NOT NULL AND p.id = a.patient_id
      WHERE a.user_id = ${id}::uuid AND NOT a.is_read
        AND (${assignee}::uuid IS NULL OR a.patient_id IS NULL OR p.assigned_attorney = ${assignee}::uuid)
        AND (a.patient_id IS NULL OR a.patient_id NOT IN (SELECT id FROM locked))
    ) unread, (
      SELECT count(*)::int AS "formsToReview"
      FROM patients p
      WHERE p.review_request_id IS NOT NULL AND p.status <> 'dropped'
        AND (${assignee}::uuid IS NULL OR p.assigned_attorney = ${assignee}::uuid)
        AND p.id NOT IN (SELECT id FROM locked)
    ) reviews`
  return counts ?? { patients: 0, unsignedConsents: 0, openTasks: 0, unreadAlerts: 0, formsToReview: 0 }
})
