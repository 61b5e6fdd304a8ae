import * as z from 'zod/mini'
import { identifier } from '#domain/text.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { visibleAlert } from './visibleAlerts.ts'

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
