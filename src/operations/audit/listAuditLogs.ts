import type { AuditLog } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { type Page, type PageArgs, readPage } from '../paging.ts'

/** A row of the trail with the names that its ids had when they were last known; `null` where there is none. */
export type NamedAuditLog = AuditLog & { userName: string | null; patientName: string | null }
export type AuditPage = Page<NamedAuditLog> & { totalCount: number }

/** The trail, newest first, names resolved. Reading it is itself recorded. */
export function listAuditLogs(ctx: OperationContext, page: PageArgs): Promise<AuditPage> {
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'audit.read')
    const found = await readPage(
      page,
      [
        { field: 'createdAt', direction: 'desc', kind: 'instant' },
        { field: 'id', direction: 'desc', kind: 'key' },
      ],
      async (query) => withNames(inside, await inside.db.auditLog.findMany(query)),
    )
    const totalCount = await inside.db.auditLog.count()
    await auditListed(inside, 'audit_log', { filters: [], count: found.rows.length })
    return { ...found, totalCount }
  })
}

/** The rows with the names behind their ids. */
export async function withNames({ db }: OperationContext, rows: AuditLog[]): Promise<NamedAuditLog[]> {
  const name = { id: true, firstName: true, lastName: true } as const
  const users = await db.user.findMany({
    where: { id: { in: known(rows.map(({ userId }) => userId)) } },
    select: name,
  })
  const patients = await db.patient.findMany({
    where: { id: { in: known(rows.map(({ patientId }) => patientId)) } },
    select: name,
  })
  const names = new Map([...users, ...patients].map((one) => [one.id, `${one.firstName} ${one.lastName}`]))
  return rows.map((row) => ({
    ...row,
    userName: names.get(row.userId ?? '') ?? null,
    patientName: names.get(row.patientId ?? '') ?? null,
  }))
}

const known = (ids: (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]
