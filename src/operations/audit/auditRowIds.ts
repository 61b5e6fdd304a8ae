import { readActions } from '#domain/audit/descriptions.ts'
import { endOfDay, startOfDay } from '#domain/dates.ts'
import type { OperationContext } from '../context.ts'
import type { Bound, PageQuery } from '../paging.ts'
import { newParameters, type Parameters } from '../sqlParameters.ts'
import type { AuditFilters } from './auditFilters.ts'

/** Rows that cover all patients, with the same condition as the index `audit_logs_all_patients_created_at_idx`. */
const CONCERNS_ALL = `(a.patient_scope IN ('all', 'all_but_dropped')
  OR (a.resource_type IN ('backup', 'data_export') AND a.action IN ('exported', 'downloaded')))`

/**
 * IDs of the audit rows about a patient: actions on the patient, lists and exports that returned the patient, and rows
 * that cover all patients. SQL because each of the three has its own index, and Prisma would join them by OR, which
 * uses none.
 */
export function rowsAboutPatient(
  ctx: Reader,
  patientId: string,
  filters: AuditFilters,
  query: PageQuery,
  bounds: readonly Bound[],
): Promise<string[]> {
  const { values, add, past, wanted, page } = pageSql(ctx, filters, query, bounds)
  const patient = add(patientId, 'uuid')
  return idsOf(
    ctx,
    `WITH named AS MATERIALIZED (
       SELECT audit_log_id AS id, created_at FROM audit_log_patients
       WHERE patient_ids @> ARRAY[${patient}] ${past('created_at', 'audit_log_id')}
     ), found AS (
       (SELECT id, created_at FROM audit_logs a
         WHERE a.patient_id = ${patient} ${past('created_at', 'id')} ${wanted} ${page})
       UNION
       (SELECT named.id, named.created_at FROM named JOIN audit_logs a ON a.id = named.id WHERE true ${wanted} ${page})
       UNION
       (SELECT a.id, a.created_at FROM audit_logs a
         WHERE ${CONCERNS_ALL} ${past('created_at', 'id')} ${wanted}
           AND a.created_at >= (SELECT created_at FROM patients WHERE id = ${patient})
           AND (a.patient_scope IS DISTINCT FROM 'all_but_dropped' OR 'dropped' IS DISTINCT FROM (
             SELECT "to" FROM patient_status_changes stay
             WHERE stay.patient_id = ${patient} AND stay.changed_at <= a.created_at
             ORDER BY stay.changed_at DESC, stay.id DESC LIMIT 1))
         ${page})
     )
     SELECT id FROM found ${page}`,
    values,
  )
}

/**
 * IDs of the audit rows of a user, without further pages of a list unless `isUnmerged`. The index of a user's rows begins
 * with the action, so that it also finds a rare action of a busy user. A page is therefore looked for among the newest rows
 * of each action.
 */
export function rowsByUser(
  ctx: Reader,
  filters: AuditFilters & { isUnmerged: boolean },
  query: PageQuery,
  bounds: readonly Bound[],
): Promise<string[]> {
  const { values, past, wanted, page } = pageSql(ctx, filters, query, bounds)
  const merged = filters.isUnmerged ? '' : 'AND a.continues IS NULL'
  return idsOf(
    ctx,
    `SELECT mine.id FROM unnest(enum_range(NULL::audit_action)) AS kind CROSS JOIN LATERAL (
       SELECT id, created_at FROM audit_logs a
       WHERE a.action = kind ${merged} ${past('created_at', 'id')} ${wanted} ${page}) AS mine
     ${page}`,
    values,
  )
}

type Reader = Pick<OperationContext, 'db' | 'timeZone'>

const idsOf = async ({ db }: Reader, sql: string, values: unknown[]): Promise<string[]> =>
  (await db.$queryRawUnsafe<{ id: string }[]>(sql, ...values)).map(({ id }) => id)

/** The parts of a query for a page of audit rows: filters, the position after which it begins, and its order. */
function pageSql(
  { timeZone }: Reader,
  filters: AuditFilters,
  { orderBy, take }: PageQuery,
  bounds: readonly Bound[],
) {
  const { values, add } = newParameters()
  const direction = orderBy[0]?.createdAt === 'asc' ? 'ASC' : 'DESC'
  const [instant, id] = bounds.map((bound) => bound.value)
  const place = instant === undefined ? null : `(${add(instant, 'timestamptz')}, ${add(id, 'uuid')})`
  const past = (createdAt: string, key: string) =>
    place ? `AND (${createdAt}, ${key}) ${direction === 'ASC' ? '>' : '<'} ${place}` : ''
  const wanted = conditions(filters, timeZone, add)
  const page = `ORDER BY created_at ${direction}, id ${direction} LIMIT ${Number(take)}`
  return { values, add, past, wanted, page }
}

/** The conditions of `matchingRows` as SQL, and `readsOnly`, which exists only for a patient's rows. */
function conditions(
  { userId, action, resourceType, readsOnly, from, to, fromDay, toDay }: AuditFilters,
  timeZone: string,
  add: Parameters['add'],
): string {
  const instant = (at: Date) => add(at, 'timestamptz')
  return [
    userId && `a.user_id = ${add(userId, 'uuid')}`,
    action && `a.action = ${add(action, 'audit_action')}`,
    resourceType && `a.resource_type = ${add(resourceType, 'text')}`,
    readsOnly && `a.action = ANY (${add(readActions, 'audit_action[]')})`,
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
