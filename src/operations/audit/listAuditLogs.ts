import { type AuditListInput, auditListInput } from '#domain/audit/inputs.ts'
import type { AuditLog } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { newestFirst, type Page, type PageArgs, readPage } from '../paging.ts'
import { filterNames } from './auditFilters.ts'
import { readAuditRows } from './readAuditRows.ts'

/**
 * An audit row with names for its IDs; `null` if there is none. The user's name is from that time, or the current one in
 * rows from before names were kept. The patient's name is the current one.
 */
export type NamedAuditLog = AuditLog & {
  patientName: string | null
  /** The patients that a list, search, report or export returned. For a list in several pages, those of this page. */
  patientIds: string[]
}
export type AuditPage = Page<NamedAuditLog> & {
  /** Rows in the whole audit log; `null` if a filter is set, because matches are not counted. */
  totalCount: number | null
  /** Rows in the whole audit log, regardless of the filters. */
  trailCount: number
}

/** The filtered audit log, newest first, with names. The view is recorded. */
export function listAuditLogs(
  ctx: OperationContext,
  raw: AuditListInput,
  page: PageArgs,
): Promise<AuditPage> {
  const filters = parse(auditListInput, raw)
  const names = filterNames(filters)
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'audit.read')
    const found = await readPage(page, newestFirst, async (query, bounds) =>
      withNames(inside, await readAuditRows(inside, filters, query, bounds)),
    )
    const trailCount = await countRows(inside)
    const totalCount = names.length === 0 ? trailCount : null
    await auditListed(inside, 'audit_log', {
      filters: names,
      count: found.rows.length,
      patientId: filters.patientId ?? undefined,
      patientIds: found.rows.map(({ node }) => node.patientId),
      page: { asked: filters, args: page, found },
    })
    return { ...found, totalCount, trailCount }
  })
}

/** Uses the recorded lengths of the chains. Counting years of rows would take longer than reading a page. */
async function countRows({ db }: OperationContext): Promise<number> {
  const { _sum } = await db.auditLane.aggregate({ _sum: { length: true } })
  return Number(_sum.length)
}

/** Adds the names for the IDs of the rows. */
export async function withNames(ctx: OperationContext, rows: AuditLog[]): Promise<NamedAuditLog[]> {
  const { db } = ctx
  const name = { id: true, firstName: true, lastName: true } as const
  const users = await db.user.findMany({
    where: { id: { in: distinct(rows.map(({ userId, userName }) => (userName === null ? userId : null))) } },
    select: name,
  })
  const patients = await db.patient.findMany({
    where: { id: { in: distinct(rows.map(({ patientId }) => patientId)) } },
    select: name,
  })
  const named = await namedPatients(ctx, rows)
  const names = new Map([...users, ...patients].map((one) => [one.id, `${one.firstName} ${one.lastName}`]))
  return rows.map((row) => ({
    ...row,
    userName: row.userName ?? names.get(row.userId ?? '') ?? null,
    patientName: names.get(row.patientId ?? '') ?? null,
    patientIds: named.get(row.id) ?? [],
  }))
}

const distinct = (ids: (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]

/** The patients of audit rows, by the ID of the row. */
export async function namedPatients(
  { db }: OperationContext,
  rows: readonly Pick<AuditLog, 'id' | 'patientScope'>[],
): Promise<Map<string, string[]>> {
  const ids = rows.filter(({ patientScope }) => patientScope === 'named').map(({ id }) => id)
  const found =
    ids.length > 0 ? await db.auditLogPatients.findMany({ where: { auditLogId: { in: ids } } }) : []
  return new Map(found.map(({ auditLogId, patientIds }) => [auditLogId, patientIds]))
}
