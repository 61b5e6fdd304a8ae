import type { BrokenLink } from '#domain/audit/integrity.ts'
import { Failure } from '#domain/errors.ts'
import type { AuditCheck } from '#infra/prisma/client.ts'
import type { Visit } from '../context.ts'
import { findBrokenLink } from './findBrokenLink.ts'
import { digestOf, type Head, headsOf, surveyLanes } from './surveyLanes.ts'

/** What a check of the trail found. */
export type TrailChecked = {
  /** Key of the stored check. */
  id: string
  rows: number
  /** Lanes that hold any row. */
  lanes: number
  brokenLink: BrokenLink | null
  /** Of all heads; what is kept of it outside the database, nobody in the database can change. */
  digest: string
}

/**
 * Recomputes the hash of every row, and keeps what it found. Nobody waits for it: it reads what stood at its beginning,
 * in short statements, and holds no lock and no long transaction. What an earlier check saw must still be there: the
 * last one that found the trail intact, or the one that was logged with `digest`.
 */
export async function checkAuditTrail(
  ctx: Visit,
  { digest }: { digest?: string } = {},
): Promise<TrailChecked> {
  const marks = digest === undefined ? await lastIntactHeads(ctx) : await headsLoggedAs(ctx, digest)
  const lanes = await surveyLanes(ctx.db, marks)
  const brokenLink = await findBrokenLink(ctx.db, lanes, marks, false)
  const heads = headsOf(lanes)
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

export const storedHeads = ({ heads }: AuditCheck): Head[] => heads as Head[]

async function lastIntactHeads({ db }: Visit): Promise<Head[]> {
  const check = await db.auditCheck.findFirst({ where: { isIntact: true }, orderBy: { checkedAt: 'desc' } })
  return check ? storedHeads(check) : []
}

/** Looks through the checks, one a night, for the one whose heads have this digest. */
async function headsLoggedAs({ db }: Visit, digest: string): Promise<Head[]> {
  const checks = await db.auditCheck.findMany({ orderBy: { checkedAt: 'desc' } })
  const found = checks.map(storedHeads).find((heads) => digestOf(heads) === digest)
  if (found) return found
  const message =
    'No check that is kept in the database has this digest: it was made elsewhere, or changed since'
  throw new Failure('not_found', message)
}
