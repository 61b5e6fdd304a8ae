import * as z from 'zod/mini'
import { authorize } from '../authorize.ts'
import { unwrapped } from '../operation.ts'
import { activeCount, countPatients } from './countPatients.ts'

export type DashboardStats = {
  totalPatients: number
  pendingConsent: number
  consentSigned: number
  schedulable: number
}

/** The four figures of the dashboard. Numbers of nobody in particular, so reading them is not recorded. */
export const readDashboardStats = unwrapped(z.strictObject({}), async (ctx): Promise<DashboardStats> => {
  authorize(ctx, 'dashboard.read')
  const counts = await countPatients(ctx)
  return {
    totalPatients: activeCount(counts),
    pendingConsent: counts.get('pending_consent') ?? 0,
    consentSigned: counts.get('consent_signed') ?? 0,
    schedulable: counts.get('schedulable') ?? 0,
  }
})
