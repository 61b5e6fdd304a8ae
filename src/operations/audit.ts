import { v7 as newKey } from 'uuid'
import type { RecordedChange } from '#domain/audit/changes.ts'
import { type AuditAction, type AuditResource, isChange } from '#domain/audit/descriptions.ts'
import type { AuditPatientScope } from '#infra/prisma/client.ts'
import type { RequestContext } from './context.ts'
import { markChanged } from './idempotency/markChanged.ts'
import type { Page, PageArgs } from './paging.ts'
import type { Parameters } from './sqlParameters.ts'

/** An action and the type of resource that it was about. A denied row may name an operation instead. */
type Act =
  | { action: Exclude<AuditAction, 'denied'>; resourceType: AuditResource }
  | { action: 'denied'; resourceType: string }

/** The content of an audit row: field names and IDs, never values, note text or secrets. */
export type AuditEntry = Act & {
  /** The ID of the row, if something else refers to it. */
  id?: string
  resourceId?: string | null | undefined
  patientId?: string | null | undefined
  /** The user, if the request is not signed in (yet). */
  userId?: string | null
  details?: Record<string, string | number | boolean | null | string[] | Record<string, RecordedChange>>
  /** All patients of this row in addition to `patientId`. They are stored in `audit_log_patients`. */
  patientIds?: readonly (string | null)[]
  /** Set instead of `patientIds` if the action covered the whole clinic. */
  patientScope?: Exclude<AuditPatientScope, 'named'> | undefined
  /** The ID of the row for the first page, if this row is for a further page. */
  continues?: string | undefined
}

/** Writes a row in the transaction of `ctx`, so that no action happens without its audit row. */
export const audit = (ctx: RequestContext, entry: AuditEntry): Promise<void> => auditAll(ctx, [entry])

// The database replaces `created_at` by its own time (except in tests and for sample data).
// `audit_text` covers a hash over the text of the ID array. A page whose first row is missing
// counts as the first page.
const insertRows = `
  INSERT INTO audit_logs (id, user_id, patient_id, action, resource_type, resource_id, details, ip_address, user_agent,
      request_id, created_at, continues, patient_scope, patient_count, patients_sha256)
  SELECT id, "userId", "patientId", action, "resourceType", "resourceId", details, $2, $3, $4, $5::timestamptz(3),
      (SELECT first.id FROM audit_logs first WHERE first.id = act.continues), "patientScope",
      cardinality("patientIds"), sha256(convert_to("patientIds"::text, 'UTF8'))
    FROM jsonb_to_recordset($1::jsonb) AS act (id uuid, "userId" uuid, "patientId" uuid,
      action audit_action, "resourceType" text, "resourceId" text, details jsonb, continues uuid,
      "patientScope" audit_patient_scope, "patientIds" uuid[])`

// Nearly every request writes rows here, and planning these statements costs PostgreSQL more than writing.
const preparedRows = `/* prepared as audit_rows */${insertRows}`
const insertRowsAndPatients = `/* prepared as audit_rows_and_patients */
  WITH written AS (${insertRows} RETURNING id, created_at)
  INSERT INTO audit_log_patients (audit_log_id, created_at, patient_ids)
  SELECT id, written.created_at, "patientIds"
    FROM written JOIN jsonb_to_recordset($1::jsonb) AS act (id uuid, "patientIds" uuid[]) USING (id)
    WHERE "patientIds" IS NOT NULL`

/**
 * Writes one row for each of many entities that changed together, in a single statement. Hand-written SQL because every
 * request writes here, and Prisma plans each `createMany` again (a third of a millisecond). IDs ascend, like
 * Prisma's, so they give the order of actions within a millisecond.
 */
export async function auditAll(ctx: RequestContext, entries: readonly AuditEntry[]): Promise<void> {
  await writeRows(
    ctx,
    entries.map((entry) => ({ ...entry, id: entry.id ?? newKey() })),
  )
}

async function writeRows(
  ctx: RequestContext,
  entries: readonly (AuditEntry & { id: string })[],
): Promise<void> {
  if (entries.length === 0) return
  const changes = entries.filter(({ action }) => isChange(action))
  if (changes.length > 0) await markChanged(ctx, changes.flatMap(patientsOf))
  const { id: requestId, ipAddress, userAgent } = ctx.request
  const by = ctx.actor?.key && { apiKey: ctx.actor.key.id }
  const rows = entries.map(({ userId = ctx.actor?.id ?? null, details, patientIds, ...entry }) => {
    const named = namedBeside(entry.patientId, patientIds)
    return {
      ...entry,
      userId,
      ...((details || by) && { details: { ...details, ...by } }),
      ...(named.length > 0 && { patientScope: 'named', patientIds: named }),
    }
  })
  const sql = rows.some((row) => 'patientIds' in row) ? insertRowsAndPatients : preparedRows
  await ctx.db.$executeRawUnsafe(sql, JSON.stringify(rows), ipAddress, userAgent, requestId, ctx.now())
}

const patientsOf = ({ patientId, patientIds = [] }: AuditEntry): string[] =>
  [patientId, ...patientIds].filter((id) => id != null)

/** The distinct IDs, or none if `patientId` is the only one. */
function namedBeside(patientId: string | null | undefined, ids: AuditEntry['patientIds'] = []): string[] {
  const distinct = [...new Set(ids.filter((id) => id !== null))].sort()
  return distinct.length === 1 && distinct[0] === patientId ? [] : distinct
}

/** A page that was read, to recognize further pages of the same list. */
type ReadPage = {
  /** The filters with their values. They stay in memory; only the names are recorded. */
  asked?: object
  args: Pick<PageArgs, 'after'>
  found: Pick<Page<unknown>, 'rows' | 'hasNextPage' | 'hasPreviousPage'>
}

type Reading = {
  /** The names of the filters. */
  filters: string[]
  patientId?: string | undefined
  /** The patients of the returned rows. Left out for lists without patients or only about `patientId`. */
  patientIds?: AuditEntry['patientIds']
  patientScope?: AuditEntry['patientScope']
  /** Left out if the list has no pages. */
  page?: ReadPage | undefined
  /** Finds the patients of the first matching rows, on any page. For lists whose filters may match a single patient. */
  firstPatients?: ((rows: number) => Promise<(string | null)[]>) | undefined
}

/** If a response has no rows, such as a count, and covers at most this many, the audit row names the patients. */
export const COUNTED_MAX = 20

/**
 * Writes one row per export, with the names of its filters but no search terms. A further part of the same export in
 * the same request writes a row that continues the first one.
 */
export const auditExported = (
  ctx: RequestContext,
  resourceType: AuditResource,
  reading: Reading,
): Promise<void> => auditRead(ctx, 'exported', resourceType, reading)

/** The same for a list or search, with the number of rows. */
export const auditListed = (
  ctx: RequestContext,
  resourceType: AuditResource,
  { count, ...reading }: Reading & { count: number },
): Promise<void> => auditRead(ctx, 'listed', resourceType, reading, { count })

async function auditRead(
  ctx: RequestContext,
  action: 'listed' | 'exported',
  resourceType: AuditResource,
  { filters, patientId, patientIds = [], patientScope, page, firstPatients }: Reading,
  { count }: { count?: number } = {},
): Promise<void> {
  const counted = await patientsCounted({ filters, page, firstPatients })
  const reading = openReading(ctx, { action, resourceType, patientId, page })
  const further = reading.continues
  const scope = further ? further.patientScope : patientScope
  const isSmall = counted.length <= COUNTED_MAX
  const named = scope ? [] : namedBeside(patientId, isSmall ? [...patientIds, ...counted] : patientIds)
  reading.close(scope, page?.found)
  if (further && named.length === 0) return
  const told = count !== undefined && {
    count: Math.max(count, counted.length),
    ...(counted.length > Math.max(count, COUNTED_MAX) && { isCountExact: false }),
  }
  const row = { id: reading.id, action, resourceType, patientId, details: { filters, ...told } }
  await writeRows(ctx, [{ ...row, patientIds: named, patientScope: scope, continues: further?.id }])
}

type ListReading = {
  action: 'listed' | 'exported'
  resourceType: AuditResource
  patientId?: string | undefined
  page?: Omit<ReadPage, 'found'> | undefined
}

/**
 * Recognizes whether the page continues a list that this request has read before. `id` is for its audit row. `close` is
 * called when the page has been read.
 */
export function openReading(
  { request: { listed } }: RequestContext,
  { action, resourceType, patientId, page }: ListReading,
) {
  const list = [action, resourceType, patientId, JSON.stringify(page?.asked ?? null)].join(' ')
  const before = listed.get(list)
  const continues = page?.args.after && page.args.after === before?.endCursor ? before : undefined
  const id = newKey()
  return {
    id,
    continues,
    close: (patientScope: AuditEntry['patientScope'], found?: ReadPage['found']): void => {
      const endCursor = found?.hasNextPage ? (found.rows.at(-1)?.cursor ?? null) : null
      listed.set(list, { id: continues?.id ?? id, patientScope, endCursor })
    },
  }
}

/**
 * The parts of a WITH clause that record a list in the statement that reads it. `source` is a part with the columns
 * `count` and `patient_ids` (ascending, or null). If it has no row, nothing is recorded.
 */
export function listedParts(
  ctx: RequestContext,
  { id, resourceType, filters }: { id: string; resourceType: AuditResource; filters: string[] },
  source: string,
  add: Parameters['add'],
): string {
  const { id: requestId, ipAddress, userAgent } = ctx.request
  const key = ctx.actor?.key && ` || ${add(JSON.stringify({ apiKey: ctx.actor.key.id }), 'jsonb')}`
  const [rowId, at] = [add(id, 'uuid'), add(ctx.now(), 'timestamptz(3)')]
  return `audit_row AS (
    INSERT INTO audit_logs (id, user_id, action, resource_type, details, ip_address, user_agent, request_id,
        created_at, patient_scope, patient_count, patients_sha256)
    SELECT ${rowId}, ${add(ctx.actor?.id ?? null, 'uuid')}, 'listed', ${add(resourceType, 'text')},
        jsonb_build_object('filters', ${add(JSON.stringify(filters), 'jsonb')}, 'count', count)${key ?? ''},
        ${add(ipAddress, 'text')}, ${add(userAgent, 'text')}, ${add(requestId, 'text')}, ${at},
        CASE WHEN patient_ids IS NOT NULL THEN 'named'::audit_patient_scope END,
        cardinality(patient_ids), sha256(convert_to(patient_ids::text, 'UTF8'))
      FROM ${source} RETURNING id, created_at),
  audit_row_patients AS (
    INSERT INTO audit_log_patients (audit_log_id, created_at, patient_ids)
    SELECT audit_row.id, audit_row.created_at, patient_ids FROM audit_row, ${source} WHERE patient_ids IS NOT NULL)`
}

/**
 * The patients of a response without rows. Its count, or whether there is a next page, can reveal that a person is a
 * patient. It looks for one row more than `COUNTED_MAX`, to recognize a larger count. A list without a previous or next
 * page has no matches, so none are looked for.
 */
async function patientsCounted({
  filters,
  page,
  firstPatients,
}: Pick<Reading, 'filters' | 'page' | 'firstPatients'>): Promise<(string | null)[]> {
  if (!firstPatients || filters.length === 0 || !page) return []
  const { rows, hasNextPage, hasPreviousPage } = page.found
  return rows.length === 0 && (hasNextPage || hasPreviousPage) ? firstPatients(COUNTED_MAX + 1) : []
}
