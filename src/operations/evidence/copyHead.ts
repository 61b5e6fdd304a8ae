import { LockFailure } from '#domain/audit/lockFailure.ts'
import { showExactly } from '#domain/dates.ts'
import { alertOnce } from '../alerts/alertOnce.ts'
import type { RequestContext } from '../context.ts'
import { type AnchorState, anchorStateOf, isAnchorDue, isAnchorLate } from './anchors.ts'
import { latestHead } from './signHead.ts'

/**
 * Copies the newest tree head to the bucket of the settings, once an hour and only if there are new rows. Alerts all
 * administrators when that has failed for a day. Returns what failed this time, for the server's log.
 */
export async function copyNewestHead(ctx: RequestContext): Promise<string | null> {
  const copies = ctx.lockedCopies
  const head = copies && (await latestHead(ctx))
  if (!head) return null
  const state = await copyStateOf(ctx)
  if (!isAnchorDue(ctx, state)) return null
  const now = ctx.now()
  const lockedUntil = new Date(now)
  lockedUntil.setUTCFullYear(now.getUTCFullYear() + copies.years)
  const { logId, number } = head
  try {
    const name = { number: Number(number), sha256: Buffer.from(head.sha256).toString('hex') }
    await copies.keep(logId, name, head.note, lockedUntil)
  } catch (error) {
    if (!(error instanceof LockFailure)) throw error
    if (state.missingSince && isAnchorLate(ctx, state))
      await alertOnce(ctx, 'locked_copy_late', {
        bucket: copies.bucket,
        since: showExactly(state.missingSince, ctx.timeZone),
      })
    return error.message
  }
  // Another process may have been faster.
  await ctx.db.evidenceLockedCopy.createMany({
    data: [{ logId, headNumber: number, copiedAt: now, lockedUntil }],
    skipDuplicates: true,
  })
  return null
}

/** When the newest copy was made, and since when rows have had none. */
export async function copyStateOf(ctx: RequestContext): Promise<AnchorState> {
  const { logId } = ctx.evidenceKeyOf()
  const last = await ctx.db.evidenceLockedCopy.findFirst({
    where: { logId },
    orderBy: { headNumber: 'desc' },
    select: { copiedAt: true, head: { select: { number: true, size: true } } },
  })
  return anchorStateOf(ctx, last && { at: last.copiedAt, head: last.head })
}

/** Copies whose heads are looked up by one statement. */
const AT_ONCE = 1000

/**
 * Compares the copies in the bucket with the tree heads of the database. Returns how many there are, and the first one
 * that is no head of the database: then the database was rolled back. Throws `LockFailure`.
 */
export async function compareCopies(
  ctx: RequestContext,
): Promise<{ copies: number; missing: string | null } | null> {
  if (!ctx.lockedCopies) return null
  const { logId } = ctx.evidenceKeyOf()
  let [copies, some] = [0, new Map<number, string>()]
  for await (const { number, sha256 } of ctx.lockedCopies.list(logId)) {
    copies += 1
    // Two copies of one number are of two heads, one of which is no longer in the database.
    if (some.has(number)) return { copies, missing: (await firstMissing(ctx, some)) ?? sha256 }
    some.set(number, sha256)
    if (some.size < AT_ONCE) continue
    const missing = await firstMissing(ctx, some)
    if (missing) return { copies, missing }
    some = new Map()
  }
  return { copies, missing: await firstMissing(ctx, some) }
}

async function firstMissing(
  ctx: RequestContext,
  copied: ReadonlyMap<number, string>,
): Promise<string | null> {
  const heads = await ctx.db.evidenceHead.findMany({
    where: { logId: ctx.evidenceKeyOf().logId, number: { in: [...copied.keys()].map(BigInt) } },
    select: { number: true, sha256: true },
  })
  const hashes = new Map(heads.map((head) => [Number(head.number), Buffer.from(head.sha256).toString('hex')]))
  return [...copied].find(([number, sha256]) => hashes.get(number) !== sha256)?.[1] ?? null
}
