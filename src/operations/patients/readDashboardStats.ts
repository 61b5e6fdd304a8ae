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

/** Returns the dashboard's four figures. They contain no patient data, so reading them is not audited. */
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
