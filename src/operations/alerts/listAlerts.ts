import type { Alert } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { newestFirst, type Page, type PageArgs, readPage } from '../paging.ts'
import { alertsVisibleTo } from './visibleAlerts.ts'

export type AlertPage = Page<Alert> & { unreadCount: number }

/** Returns the page of the actor's alerts, newest first, and the unread count. */
export function listAlerts(ctx: OperationContext, page: PageArgs): Promise<AlertPage> {
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'alert.list')
    const where = alertsVisibleTo(inside)
    const found = await readPage(page, newestFirst, (query) =>
      inside.db.alert.findMany({ ...query, where: { AND: [where, query.where] } }),
    )
    const unreadCount = await inside.db.alert.count({ where: { AND: [where, { isRead: false }] } })
    await auditListed(inside, 'alert', {
      filters: [],
      count: found.rows.length,
      patientIds: found.rows.map(({ node }) => node.patientId),
      page: { args: page, found },
    })
    return { ...found, unreadCount }
  })
}
