import * as z from 'zod/mini'
import { identifier } from '#domain/text.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { visibleAlert } from './visibleAlerts.ts'

/** Looks at one of the own alerts; whether it counts as read is a question of its own. */
export const viewAlert = operation(z.strictObject({ alertId: identifier }), async (ctx, { alertId }) => {
  authorize(ctx, 'alert.read')
  const alert = await visibleAlert(ctx, alertId)
  await audit(ctx, {
    action: 'viewed',
    resourceType: 'alert',
    resourceId: alertId,
    patientId: alert.patientId,
  })
  return alert
})
