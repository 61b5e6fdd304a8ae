import * as z from 'zod/mini'
import { alertTypes } from '#domain/alerts/alertTypes.ts'
import { notFound } from '#domain/errors.ts'
import { identifier, isUuid } from '#domain/text.ts'
import type { Alert, Prisma } from '#infra/prisma/client.ts'
import { audit, auditAll, auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { auditEdit } from '../edited.ts'
import { inTransaction, operation } from '../operation.ts'
import { newestFirst, type Page, type PageArgs, readPage } from '../paging.ts'
import { patientsVisibleTo, type Viewer } from '../patients/visiblePatient.ts'

/**
 * The filter for the actor's alerts. An alert about a patient is visible only with the patient (DECISIONS,
 * "Tasks").
 */
export const alertsVisibleTo = (viewer: Viewer): Prisma.AlertWhereInput => ({
  userId: viewer.actor.id,
  ...(viewer.actor.role !== 'admin' && { OR: [{ patientId: null }, { patient: patientsVisibleTo(viewer) }] }),
})

/** The alerts whose e-mail copy is the one of this alert: itself, and those of its type that share it. */
export const alertsOfOneCopy = ({ id, userId, type, scheduledFor }: Alert): Prisma.AlertWhereInput =>
  scheduledFor && alertTypes[type].mailOfSeveral ? { userId, type, scheduledFor } : { id }

/** Returns one of the actor's alerts. Throws `not_found` for a missing one and for another user's. */
async function visibleAlert(ctx: OperationContext, alertId: string): Promise<Alert> {
  const alert = isUuid(alertId)
    ? await ctx.db.alert.findFirst({ where: { AND: [{ id: alertId }, alertsVisibleTo(ctx)] } })
    : null
  if (!alert) throw notFound('Alert', alertId)
  return alert
}

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

/** Returns one of the actor's alerts without marking it as read. */
export const viewAlert = operation(z.strictObject({ alertId: identifier }), async (ctx, { alertId }) => {
  authorize(ctx, 'alert.list')
  const alert = await visibleAlert(ctx, alertId)
  await audit(ctx, {
    action: 'viewed',
    resourceType: 'alert',
    resourceId: alertId,
    patientId: alert.patientId,
  })
  return alert
})

/** Marks one of the actor's alerts as read. Doing it twice changes nothing and is audited as a view. */
export const readAlert = operation(z.strictObject({ alertId: identifier }), async (ctx, { alertId }) => {
  authorize(ctx, 'alert.markRead')
  const alert = await visibleAlert(ctx, alertId)
  const read = alert.isRead
    ? alert
    : await ctx.db.alert.update({ where: { id: alertId }, data: { isRead: true } })
  await auditEdit(ctx, alert.isRead ? {} : { isRead: null }, {
    resourceType: 'alert',
    resourceId: alertId,
    patientId: alert.patientId,
  })
  return read
})

/** Marks all of the actor's alerts as read and returns their number. Writes one audit row for each. */
export const readAllAlerts = operation(z.strictObject({}), async (ctx): Promise<number> => {
  authorize(ctx, 'alert.markRead')
  const unread = await ctx.db.alert.findMany({
    where: { AND: [alertsVisibleTo(ctx), { isRead: false }] },
    select: { id: true, patientId: true },
  })
  await ctx.db.alert.updateMany({ where: { id: { in: unread.map(({ id }) => id) } }, data: { isRead: true } })
  await auditAll(
    ctx,
    unread.map(({ id, patientId }) => ({
      action: 'updated',
      resourceType: 'alert',
      resourceId: id,
      patientId,
      details: { fields: ['isRead'] },
    })),
  )
  return unread.length
})
