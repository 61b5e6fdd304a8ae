import { type AlertType, alertTypes } from '#domain/alerts/alertTypes.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { sendAlert } from './sendAlert.ts'

/** Alerts the administrators, unless an alert of this type has said the same before. For jobs that may run twice at once. */
export const alertOnce = <Type extends AlertType>(
  ctx: RequestContext,
  type: Type,
  facts: Parameters<typeof sendAlert<Type>>[2],
): Promise<void> =>
  inTransaction(ctx, async (inside) => {
    // Held until the end, so that of two processes the second one sees whom the first has told.
    await inside.db.$queryRaw`
      SELECT id FROM users WHERE role = 'admin' AND is_active AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE`
    const message = alertTypes[type].sentence(facts)
    const earlier = await inside.db.alert.findFirst({ where: { type, message }, select: { id: true } })
    if (!earlier) await sendAlert(inside, type, facts)
  })
