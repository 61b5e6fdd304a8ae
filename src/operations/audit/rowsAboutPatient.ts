import { readActions } from '#domain/audit/descriptions.ts'
import { endOfDay, startOfDay } from '#domain/dates.ts'
import type { OperationContext } from '../context.ts'
import type { Bound, PageQuery } from '../paging.ts'
import type { AuditFilters } from './auditFilters.ts'

/** Rows that cover all patients, with the same condition as the index `audit_logs_all_patients_idx`. */
const CONCERNS_ALL = `(a.patient_scope IN ('all', 'all_but_dropped')
  OR (a.resource_type IN ('backup', 'data_export') AND a.action IN ('exported', 'downloaded')))`

/**
 * IDs of the audit rows about a patient: actions on the patient, lists and exports that returned the patient, and rows
 * that cover all patients. SQL because each of the three has its own index, and Prisma would join them by OR, which
 * uses none.
 */
export async function rowsAboutPatient(
  { db, timeZone }: Pick<OperationContext, 'db' | 'timeZone'>,
  patientId: string,
  filters: AuditFilters,
  { orderBy, take }: PageQuery,
  bounds: readonly Bound[],
): Promise<string[]> {
  const values: unknown[] = [patientId]
  const value = (parameter: unknown, type: string) => `$${values.push(parameter)}::${type}`
  const direction = orderBy[0]?.createdAt === 'asc' ? 'ASC' : 'DESC'
  const [instant, id] = bounds.map((bound) => bound.value)
  const past =
    instant === undefined ? () => '' : behind(direction, value(instant, 'timestamptz'), value(id, 'uuid'))
  const wanted = conditions(filters, timeZone, value)
  const page = `ORDER BY created_at ${direction}, id ${direction} LIMIT ${Number(take)}`
  const found = await db.$queryRawUnsafe<{ id: string }[]>(
    `WITH named AS MATERIALIZED (
       SELECT audit_log_id AS id, created_at FROM audit_log_patients
       WHERE patient_ids @> ARRAY[$1::uuid] ${past('created_at', 'audit_log_id')}
     ), found AS (
       (SELECT id, created_at FROM audit_logs a
         WHERE a.patient_id = $1::uuid ${past('created_at', 'id')} ${wanted} ${page})
       UNION
       (SELECT named.id, named.created_at FROM named JOIN audit_logs a ON a.id = named.id WHERE true ${wanted} ${page})
       UNION
       (SELECT a.id, a.created_at FROM audit_logs a
         WHERE ${CONCERNS_ALL} ${past('created_at', 'id')} ${wanted}
           AND a.created_at >= (SELECT created_at FROM patients WHERE id = $1::uuid)
           AND (a.patient_scope IS DISTINCT FROM 'all_but_dropped' OR 'dropped' IS DISTINCT FROM (
             SELECT "to" FROM patient_status_changes stay
             WHERE stay.patient_id = $1::uuid AND stay.changed_at <= a.created_at
             ORDER BY stay.changed_at DESC, stay.id DESC LIMIT 1))
         ${page})
     )
     SELECT id FROM found ${page}`,
    ...values,
  )
  return found.map((row) => row.id)
}

const behind = (direction: 'ASC' | 'DESC', instant: string, id: string) => (createdAt: string, key: string) =>
  `AND (${createdAt}, ${key}) ${direction === 'ASC' ? '>' : '<'} (${instant}, ${id})`

/** The conditions of `matchingRows` as SQL, and `readsOnly`, which exists only for a patient's rows. */
function conditions(
  { userId, action, resourceType, readsOnly, from, to, fromDay, toDay }: AuditFilters,
  timeZone: string,
  value: (parameter: unknown, type: string) => string,
): string {
  const instant = (at: Date) => value(at, 'timestamptz')
  return [
    userId && `a.user_id = ${value(userId, 'uuid')}`,
    action && `a.action = ${value(action, 'audit_action')}`,
    resourceType && `a.resource_type = ${value(resourceType, 'text')}`,
    readsOnly && `a.action = ANY (${value(readActions, 'audit_action[]')})`,
    // Reading the audit log about a patient does not count as opening the chart.
    readsOnly && `a.resource_type NOT IN ('audit_log', 'patient_access')`,
    from && `a.created_at >= ${instant(from)}`,
    to && `a.created_at < ${instant(to)}`,
    fromDay && `a.created_at >= ${instant(startOfDay(fromDay, timeZone))}`,
    toDay && `a.created_at < ${instant(endOfDay(toDay, timeZone))}`,
  ]
    .filter(Boolean)
    .map((condition) => `AND ${condition}`)
    .join(' ')
}
