import { can } from '#domain/access/policy.ts'
import type { AuditAction } from '#domain/audit/descriptions.ts'
import { patientIdInput } from '#domain/patients/inputs.ts'
import { describeTimeline, timelineResources } from '#domain/patients/timeline.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { readableNoteOfPatientSql } from '../notes/readableNotes.ts'
import { inTransaction, parse } from '../operation.ts'
import { type Bound, newestFirst, type Page, type PageArgs, type PageQuery, readPage } from '../paging.ts'
import { chartOf, isOpenSql } from '../records/recordAccess.ts'
import { newParameters } from '../sqlParameters.ts'
import { visiblePatient } from './visiblePatient.ts'

/** One event of a patient's timeline. */
export type TimelineEvent = {
  id: string
  action: AuditAction
  resourceType: string
  /** What happened, in plain words. */
  description: string
  /** The task's title, or the record's file name if it is not deleted. */
  subject: string | null
  /** The time of an appointment, unless it was moved since, when the event was about another time. */
  scheduledAt: Date | null
  /** The reason of a status change. */
  reason: string | null
  /** `null` for the patient, a recipient of records or the system. */
  userName: string | null
  createdAt: Date
}

/**
 * Returns a page of everything that happened to a patient and that the actor may see, newest first: changes, and what
 * the patient opened. Views by users are not events. The list is audited. Throws `not_found`.
 */
export function listTimeline(
  ctx: OperationContext,
  wanted: string,
  page: PageArgs,
): Promise<Page<TimelineEvent>> {
  const { patientId } = parse(patientIdInput, { patientId: wanted })
  return inTransaction(ctx, async (inside) => {
    const patient = await visiblePatient(inside, patientId)
    authorize(inside, 'patient.view', patient, { resourceType: 'patient', resourceId: patientId })
    const { actor } = inside
    const resourceTypes = timelineResources({
      seesRecords: can(actor, 'record.view', chartOf(inside, patient)),
      isClinic: can(actor, 'forwarding.list', patient),
    })
    const found = await readPage(page, newestFirst, (query, bounds) =>
      readEvents(inside, { patient, resourceTypes }, query, bounds),
    )
    await auditListed(inside, 'patient_timeline', {
      filters: [],
      count: found.rows.length,
      patientId,
      page: { args: page, found },
    })
    return found
  })
}

type Wanted = { patient: Patient; resourceTypes: string[] }

/**
 * Reads by the index `audit_logs_timeline_created_at_idx`, whose condition follows from the second one. The history row of
 * a status change is written just before its audit row. Leaves out the events of records and notes that are closed to the
 * actor, and for attorneys those of documents that are not records of the chart.
 */
async function readEvents(
  ctx: OperationContext,
  { patient: of, resourceTypes }: Wanted,
  { orderBy, take }: PageQuery,
  bounds: readonly Bound[],
): Promise<TimelineEvent[]> {
  const { values, add } = newParameters()
  const direction = orderBy[0]?.createdAt === 'asc' ? 'ASC' : 'DESC'
  const order = `ORDER BY created_at ${direction}, id ${direction}`
  const [instant, id] = bounds.map((bound) => bound.value)
  const patient = add(of.id, 'uuid')
  const isOpen = isOpenSql(ctx, of, add)
  const onlyOpen =
    isOpen === 'true'
      ? ''
      : `AND (resource_type <> 'patient_record'
           OR EXISTS (SELECT FROM patient_records WHERE patient_records.id = resource_id::uuid
             AND NOT patient_records.is_paper_consent AND ${isOpen}))`
  const beyond =
    instant === undefined
      ? ''
      : `AND (created_at, id) ${direction === 'ASC' ? '>' : '<'} (${add(instant, 'timestamptz')}, ${add(id, 'uuid')})`
  const rows = await ctx.db.$queryRawUnsafe<(Omit<TimelineEvent, 'description'> & { details: unknown })[]>(
    `WITH acts AS (
       SELECT id, action, resource_type, created_at, user_id, details,
         CASE WHEN resource_type IN ('appointment', 'task', 'patient_record') THEN resource_id::uuid END AS object_id
       FROM audit_logs
       WHERE patient_id = ${patient}
         AND (action NOT IN ('listed', 'viewed', 'downloaded', 'exported', 'denied')
           OR (action = 'viewed' AND user_id IS NULL))
         AND resource_type = ANY (${add(resourceTypes, 'text[]')})
         AND (resource_type <> 'patient_note' OR EXISTS (
           SELECT FROM patient_notes note WHERE note.id = resource_id::uuid AND ${readableNoteOfPatientSql(ctx, of, add)}))
         ${beyond} ${onlyOpen}
       ${order} LIMIT ${Number(take)}),
     moves AS (
       SELECT resource_id::uuid AS appointment_id, max(created_at) AS last_at FROM audit_logs
       WHERE patient_id = ${patient} AND action = 'updated' AND resource_type = 'appointment'
         AND details -> 'fields' ? 'scheduledAt'
       GROUP BY resource_id)
     SELECT acts.id, acts.action::text AS action, acts.resource_type AS "resourceType", acts.details,
       acts.created_at AS "createdAt", users.first_name || ' ' || users.last_name AS "userName",
       CASE WHEN moves.last_at > acts.created_at THEN NULL ELSE appointments.scheduled_at END AS "scheduledAt",
       coalesce(tasks.title, patient_records.file_name) AS subject,
       (SELECT reason FROM patient_status_changes change
         WHERE acts.resource_type = 'patient' AND acts.details -> 'fields' ? 'status'
           AND change.patient_id = ${patient} AND change.changed_by IS NOT DISTINCT FROM acts.user_id
           AND change.changed_at BETWEEN acts.created_at - interval '5 seconds' AND acts.created_at
         ORDER BY change.changed_at DESC, change.id DESC LIMIT 1) AS reason
     FROM acts
     LEFT JOIN users ON users.id = acts.user_id
     LEFT JOIN appointments ON appointments.id = acts.object_id AND acts.resource_type = 'appointment'
     LEFT JOIN moves ON moves.appointment_id = appointments.id
     LEFT JOIN tasks ON tasks.id = acts.object_id AND acts.resource_type = 'task'
     LEFT JOIN patient_records ON patient_records.id = acts.object_id AND acts.resource_type = 'patient_record'
       AND patient_records.deleted_at IS NULL
     ORDER BY acts.created_at ${direction}, acts.id ${direction}`,
    ...values,
  )
  return rows.map(({ details, ...row }) => ({ ...row, description: describeTimeline({ ...row, details }) }))
}
