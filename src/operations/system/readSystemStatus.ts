import * as z from 'zod/mini'
import { can } from '#domain/access/policy.ts'
import { type SystemPartName, type SystemPartState, systemParts } from '#domain/system/parts.ts'
import { CHECKED_AT_ONCE_MAX, findAuditIntegrity } from '../audit/readAuditIntegrity.ts'
import { authorize } from '../authorize.ts'
import { unwrapped } from '../operation.ts'
import { parts } from './parts.ts'

/** The state of the system. */
export type SystemStatus = {
  mode: 'demo' | 'production'
  version: string
  timeZone: string
  parts: { name: SystemPartName; state: SystemPartState }[]
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
    ignoresProxy: can(ctx.actor, 'system.test') && ctx.proxy.isIgnored,
  }
})

/** Whether the audit log is intact, and when all of it was last verified. */
export type TrailState = { checkedAt: Date; isIntact: boolean }

/**
 * What the Audit Logs screen says of the audit log, for users who may see it. `null` for others, and before the first
 * check of a long log. Verifies at most `CHECKED_AT_ONCE_MAX` rows.
 */
export const readTrailState = unwrapped(z.strictObject({}), async (ctx): Promise<TrailState | null> => {
  authorize(ctx, 'system.read')
  if (!can(ctx.actor, 'audit.read')) return null
  const integrity = await findAuditIntegrity(ctx, CHECKED_AT_ONCE_MAX)
  return integrity && { checkedAt: integrity.checkedAt, isIntact: integrity.isIntact }
})
