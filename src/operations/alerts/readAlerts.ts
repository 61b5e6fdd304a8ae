import * as z from 'zod/mini'
import { identifier } from '#domain/text.ts'
import { auditAll } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { auditEdit } from '../edited.ts'
import { operation } from '../operation.ts'
import { alertsVisibleTo, visibleAlert } from './visibleAlerts.ts'

/** Marks one of the actor's alerts as read. Doing it twice changes nothing and is audited as a view. */
export const readAlert = operation(z.strictObject({ alertId: identifier }), async (ctx, { alertId }) => {
  authorize(ctx, 'alert.markRead')
  const alert = await visibleAlert(ctx, alertId)
  const read = alert.isRead
    ? alert
    : await ctx.db.alert.update({ where: { id: alertId }, data: { isRead: true } })
  await auditEdit(ctx, alert.isRead ? [] : ['isRead'], {
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
