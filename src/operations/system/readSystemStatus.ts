import * as z from 'zod/mini'
import { can } from '#domain/access/policy.ts'
import { type SystemPartName, type SystemPartState, systemParts } from '#domain/system/parts.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { unwrapped } from '../operation.ts'
import { parts } from './parts.ts'

/** The state of the system. */
export type SystemStatus = {
  mode: 'demo' | 'production'
  version: string
  timeZone: string
  parts: { name: SystemPartName; state: SystemPartState }[]
  /** The result of the last complete check of the audit log, for users who may see it; `null` before the first. */
  trail: { checkedAt: Date; isIntact: boolean } | null
  /** For administrators: whether a proxy seems to be in front whose headers are ignored. */
  ignoresProxy: boolean
}

/** The data of the System Information card. Does not call or test any component; `testConnection` does. */
export const readSystemStatus = unwrapped(z.strictObject({}), async (ctx): Promise<SystemStatus> => {
  authorize(ctx, 'system.read')
  return {
    mode: ctx.mode,
    version: ctx.version,
    timeZone: ctx.timeZone,
    parts: systemParts.map((name) => ({ name, state: parts[name].state(ctx) })),
    trail: await lastCheck(ctx),
    ignoresProxy: can(ctx.actor, 'system.test') && ctx.proxy.isIgnored,
  }
})

async function lastCheck({ db, actor }: OperationContext): Promise<SystemStatus['trail']> {
  if (!can(actor, 'audit.read')) return null
  return db.auditCheck.findFirst({
    orderBy: { checkedAt: 'desc' },
    select: { checkedAt: true, isIntact: true },
  })
}
