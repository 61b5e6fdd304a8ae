import { sendAlert } from '../alerts/sendAlert.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'

/** The longest reason in an alert. The log has all of it. */
const REASON_MAX = 500

/** Alerts all administrators that a scheduled backup or trial restore failed. */
export const alertBackupFailed = (
  ctx: RequestContext,
  { step, reason }: { step: 'backup' | 'trial restore'; reason: string },
): Promise<void> =>
  inTransaction(ctx, async (inside) => {
    await sendAlert(inside, 'backup_failed', { step, reason: reason.slice(0, REASON_MAX) })
  })
