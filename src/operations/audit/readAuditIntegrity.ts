import type { BrokenLink } from '#domain/audit/integrity.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext, RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { storedHeads } from './checkAuditTrail.ts'
import { findBrokenLink } from './findBrokenLink.ts'
import { digestOf, headsOf, readChainHeads } from './readChainHeads.ts'

/** The known integrity of the audit log. */
export type AuditIntegrity = {
  /** The time of the last complete check. */
  checkedAt: Date
  /** The number of rows at that time. */
  rows: number
  /** The digest of that check, which is also in the server log. */
  digest: string
  /** Rows written since. */
  rowsSince: number
  /** Whether those were verified too, just now. */
  isSinceChecked: boolean
  isIntact: boolean
  brokenLink: BrokenLink | null
}

/** Maximum rows verified while the user waits: about a second. */
export const CHECKED_NOW_MAX = 100_000

/** Maximum rows verified while a page is rendered: some hundredths of a second. */
export const CHECKED_AT_ONCE_MAX = 1000

/** Returns what `findAuditIntegrity` finds, and records the view. */
export async function readAuditIntegrity(
  ctx: OperationContext,
  most = CHECKED_NOW_MAX,
): Promise<AuditIntegrity | null> {
  authorize(ctx, 'audit.read')
  const integrity = await findAuditIntegrity(ctx, most)
  await inTransaction(ctx, (inside) => audit(inside, { action: 'viewed', resourceType: 'audit_check' }))
  return integrity
}

/**
 * The result of the last complete check, with the rows written since verified now if there are at most `most`. `null`
 * before the first check if the whole log is longer than that.
 */
export async function findAuditIntegrity(ctx: RequestContext, most: number): Promise<AuditIntegrity | null> {
  const last = await ctx.db.auditCheck.findFirst({ orderBy: { checkedAt: 'desc' } })
  const marks = last ? storedHeads(last) : []
  const chains = await readChainHeads(ctx.db, marks)
  const now = chains.reduce((sum, { length }) => sum + length, 0)
  const rows = last ? Number(last.rows) : now
  const rowsSince = Math.max(0, now - rows)
  const digest = digestOf(last ? marks : headsOf(chains))
  const summary = { checkedAt: last?.checkedAt ?? ctx.now(), rows, digest, rowsSince }
  if (last && !last.isIntact)
    return { ...summary, isSinceChecked: false, isIntact: false, brokenLink: last.broken as BrokenLink }
  const isSinceChecked = (last ? rowsSince : rows) <= most
  if (!last && !isSinceChecked) return null
  const brokenLink = isSinceChecked ? await findBrokenLink(ctx.db, chains, marks, true) : null
  return { ...summary, isSinceChecked, isIntact: brokenLink === null, brokenLink }
}
