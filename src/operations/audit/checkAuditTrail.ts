import type { BrokenLink } from '#domain/audit/integrity.ts'
import { Failure } from '#domain/errors.ts'
import type { AuditCheck } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { verifyEvidence } from '../evidence/verifyEvidence.ts'
import { findBrokenLink } from './findBrokenLink.ts'
import { type ChainHead, digestOf, headsOf, readChainHeads } from './readChainHeads.ts'

/** The result of a check of the audit log. */
export type TrailChecked = {
  /** The ID of the stored check. */
  id: string
  rows: number
  /** The number of chains with rows. */
  lanes: number
  brokenLink: BrokenLink | null
  /** Digest of all heads. A copy outside the database cannot be changed from within it. */
  digest: string
}

/**
 * Recomputes the hash of every row, compares the rows with the signed tree heads, and stores the result. It blocks no writer:
 * it reads the rows that exist at its start, in short statements, without locks. Rows seen by an earlier check must still
 * exist: the last check that found the log intact, or the one logged with `digest`.
 */
export async function checkAuditTrail(
  ctx: RequestContext,
  { digest }: { digest?: string } = {},
): Promise<TrailChecked> {
  const marks = digest === undefined ? await lastIntactHeads(ctx) : await headsLoggedAs(ctx, digest)
  const chains = await readChainHeads(ctx.db, marks)
  const brokenLink =
    (await findBrokenLink(ctx.db, chains, marks, false)) ?? (await verifyEvidence(ctx)).brokenLink
  const heads = headsOf(chains)
  const rows = heads.reduce((sum, { length }) => sum + length, 0)
  const { id } = await ctx.db.auditCheck.create({
    data: {
      checkedAt: ctx.now(),
      rows,
      isIntact: brokenLink === null,
      ...(brokenLink && { broken: brokenLink }),
      heads,
    },
  })
  const lanesInUse = heads.filter(({ length }) => length > 0).length
  return { id, rows, lanes: lanesInUse, brokenLink, digest: digestOf(heads) }
}

export const storedHeads = ({ heads }: AuditCheck): ChainHead[] => heads as ChainHead[]

async function lastIntactHeads({ db }: RequestContext): Promise<ChainHead[]> {
  const check = await db.auditCheck.findFirst({ where: { isIntact: true }, orderBy: { checkedAt: 'desc' } })
  return check ? storedHeads(check) : []
}

/** Finds the check with this digest among the stored ones, of which there is one per night. */
async function headsLoggedAs({ db }: RequestContext, digest: string): Promise<ChainHead[]> {
  const checks = await db.auditCheck.findMany({ orderBy: { checkedAt: 'desc' } })
  const found = checks.map(storedHeads).find((heads) => digestOf(heads) === digest)
  if (found) return found
  const message =
    'No check that is kept in the database has this digest: it was made elsewhere, or changed since'
  throw new Failure('not_found', message)
}
