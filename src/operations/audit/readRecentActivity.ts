import * as z from 'zod/mini'
import { type AuditAction, type AuditResource, describeActivity } from '#domain/audit/descriptions.ts'
import { noteVisibilities, readableNoteVisibilities } from '#domain/notes/note.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { visibilityArguments } from '../patients/visiblePatient.ts'
import { preferExactIndex } from './auditFilters.ts'

type Act = {
  id: string
  action: AuditAction
  resourceType: string
  createdAt: Date
  /** Who did it; `null` for the patient, the system and users without an account. */
  userName: string | null
  /** `null` if the act concerns no patient that the caller can see. */
  patientId: string | null
  patientName: string | null
}

/** What the clinic does without the attorney. `accounting_request` is the earlier name of `patient_request`. */
const clinicOnly = ['legal_hold', 'disclosure', 'patient_request', 'accounting_request']

/** One action as the dashboard shows it, without its origin and details. */
export type Activity = Act & { description: string }

/**
 * Returns the last five actions, newest first. For the clinic's own users, these are all actions except those on
 * charts that are restricted for them. For an attorney, they are the actions on their patients and their own. Views
 * and saved views are left out, because each look at the dashboard would push out real changes. Reading is recorded as
 * a list of the named patients.
 */
export const readRecentActivity = operation(z.strictObject({}), async (ctx): Promise<Activity[]> => {
  authorize(ctx, 'activity.read')
  const acts = await (ctx.actor.role === 'attorney' ? actsOfAttorney(ctx) : allActs(ctx))
  await auditListed(ctx, 'patient', {
    filters: ['recent_activity'],
    count: acts.length,
    patientIds: acts.map(({ patientId }) => patientId),
  })
  return acts.map((act) => ({ ...act, description: describeActivity(act.action, act.resourceType) }))
})

/** What users keep for themselves, and the sending of e-mails: it says nothing about the caseload. */
const notActivity: AuditResource[] = ['saved_view', 'draft', 'alert', 'mail']

/** The visibilities of the notes by others that the caller may know of. Administrators see that work product exists. */
const knownNotes = ({ actor: { role } }: OperationContext) =>
  role === 'admin' ? [...noteVisibilities] : readableNoteVisibilities(role)

function allActs(ctx: OperationContext): Promise<Act[]> {
  const { staff, at, inPerson } = visibilityArguments(ctx)
  return ctx.db.$queryRaw<Act[]>`
    WITH locked AS MATERIALIZED (SELECT id FROM locked_patients(${staff}::uuid, ${at}, ${inPerson})),
    acts AS (
      SELECT id, action, resource_type, created_at, user_id, patient_id
      FROM audit_logs
      WHERE action NOT IN ('listed', 'viewed') AND resource_type <> ALL (${notActivity}) AND continues IS NULL
        AND (patient_id IS NULL OR patient_id NOT IN (SELECT id FROM locked))
        AND NOT EXISTS (SELECT FROM patient_notes note
          WHERE note.id = CASE WHEN resource_type = 'patient_note' AND action IN ('created', 'updated', 'deleted')
              THEN resource_id::uuid END
            AND note.created_by <> ${ctx.actor.id}::uuid AND note.visibility::text <> ALL (${knownNotes(ctx)}))
      ORDER BY created_at DESC, id DESC
      LIMIT 5)
    SELECT acts.id, action::text, resource_type AS "resourceType", acts.created_at AS "createdAt",
      users.first_name || ' ' || users.last_name AS "userName",
      patients.id AS "patientId", patients.first_name || ' ' || patients.last_name AS "patientName"
    FROM acts LEFT JOIN users ON users.id = acts.user_id LEFT JOIN patients ON patients.id = acts.patient_id
    ORDER BY acts.created_at DESC, acts.id DESC`
}

/** Reads five actions per patient, and five of each kind by the actor, by index, and returns the last five of them. */
async function actsOfAttorney(ctx: OperationContext): Promise<Act[]> {
  await preferExactIndex(ctx)
  return ctx.db.$queryRaw<Act[]>`
  WITH acts AS (
    SELECT * FROM (
      SELECT act.*
      FROM unnest(enum_range(NULL::audit_action)) AS kind
      CROSS JOIN LATERAL (
        SELECT id, action, resource_type, created_at, user_id, patient_id
        FROM audit_logs
        WHERE user_id = ${ctx.actor.id}::uuid AND action = kind AND resource_type <> ALL (${notActivity})
          AND continues IS NULL
        ORDER BY created_at DESC, id DESC
        LIMIT 5
      ) AS act
      WHERE kind NOT IN ('listed', 'viewed')
      UNION
      SELECT act.*
      FROM patients
      CROSS JOIN LATERAL (
        SELECT id, action, resource_type, created_at, user_id, patient_id
        FROM audit_logs
        WHERE patient_id = patients.id AND action NOT IN ('listed', 'viewed')
          AND resource_type <> ALL (${[...notActivity, ...clinicOnly]})
          AND NOT EXISTS (SELECT FROM patient_notes note
            WHERE note.id = CASE WHEN resource_type = 'patient_note' AND action IN ('created', 'updated', 'deleted')
                THEN resource_id::uuid END
              AND note.created_by <> ${ctx.actor.id}::uuid AND note.visibility::text <> ALL (${knownNotes(ctx)}))
        ORDER BY created_at DESC, id DESC
        LIMIT 5
      ) AS act
      WHERE patients.assigned_attorney = ${ctx.actor.id}::uuid
    ) AS found
    ORDER BY created_at DESC, id DESC
    LIMIT 5)
  SELECT acts.id, action::text, resource_type AS "resourceType", acts.created_at AS "createdAt",
    users.first_name || ' ' || users.last_name AS "userName",
    patients.id AS "patientId", patients.first_name || ' ' || patients.last_name AS "patientName"
  FROM acts LEFT JOIN users ON users.id = acts.user_id
  LEFT JOIN patients ON patients.id = acts.patient_id AND patients.assigned_attorney = ${ctx.actor.id}::uuid
  ORDER BY acts.created_at DESC, acts.id DESC`
}
