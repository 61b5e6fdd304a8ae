import * as z from 'zod/mini'
import { type AuditAction, describeActivity } from '#domain/audit/descriptions.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { unwrapped } from '../operation.ts'
import { visibilityArguments } from '../patients/visiblePatient.ts'

type Act = { id: string; action: AuditAction; resourceType: string; createdAt: Date }

/** One action as the dashboard shows it, without its user, origin and patient. */
export type Activity = Act & { description: string }

/**
 * Returns the last five actions, newest first. For the clinic's own users, these are all actions except those on
 * charts that are restricted for them. For an attorney, they are the actions on their patients and their own. Views
 * are left out, because each look at the dashboard would push out real changes. The sentences name no patients, so
 * reading them is not recorded.
 */
export const readRecentActivity = unwrapped(z.strictObject({}), async (ctx): Promise<Activity[]> => {
  authorize(ctx, 'activity.read')
  const acts = await (ctx.actor.role === 'attorney' ? actsOfAttorney(ctx) : allActs(ctx))
  return acts.map((act) => ({ ...act, description: describeActivity(act.action, act.resourceType) }))
})

function allActs(ctx: OperationContext): Promise<Act[]> {
  const { staff, at, inPerson } = visibilityArguments(ctx)
  return ctx.db.$queryRaw<Act[]>`
    WITH locked AS MATERIALIZED (SELECT id FROM locked_patients(${staff}::uuid, ${at}, ${inPerson}))
    SELECT id, action::text, resource_type AS "resourceType", created_at AS "createdAt"
    FROM audit_logs
    WHERE action NOT IN ('listed', 'viewed') AND continues IS NULL
      AND (patient_id IS NULL OR patient_id NOT IN (SELECT id FROM locked))
    ORDER BY created_at DESC, id DESC
    LIMIT 5`
}

/** Reads five actions per patient and five of the actor by index, and returns the last five of them. */
const actsOfAttorney = ({ db, actor }: OperationContext) => db.$queryRaw<Act[]>`
  SELECT id, action::text, resource_type AS "resourceType", created_at AS "createdAt"
  FROM (
    (SELECT id, action, resource_type, created_at
     FROM audit_logs
     WHERE user_id = ${actor.id}::uuid AND action NOT IN ('listed', 'viewed') AND continues IS NULL
     ORDER BY created_at DESC, id DESC
     LIMIT 5)
    UNION
    SELECT act.id, act.action, act.resource_type, act.created_at
    FROM patients
    CROSS JOIN LATERAL (
      SELECT id, action, resource_type, created_at
      FROM audit_logs
      WHERE patient_id = patients.id AND action NOT IN ('listed', 'viewed') AND resource_type <> 'legal_hold'
      ORDER BY created_at DESC, id DESC
      LIMIT 5
    ) AS act
    WHERE patients.assigned_attorney = ${actor.id}::uuid
  ) AS acts
  ORDER BY created_at DESC, id DESC
  LIMIT 5`
