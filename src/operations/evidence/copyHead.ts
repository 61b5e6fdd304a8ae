import { LockFailure } from '#domain/audit/lockFailure.ts'
import { showExactly } from '#domain/dates.ts'
import { alertOnce } from '../alerts/alertOnce.ts'
import type { RequestContext } from '../context.ts'
import { latestHead } from './signHead.ts'

/** How often the newest head is copied, in milliseconds. */
const EVERY_MS = 3_600_000

/** How long new rows may be without a locked copy before administrators are alerted, in milliseconds. */
const COPY_LATE_MS = 86_400_000

/** The newest locked copy of a tree head. */
export type CopyState = {
  /** `null` before the first one. */
  copiedAt: Date | null
  /** When the first head was signed whose rows have no locked copy; `null` if all rows have one. */
  uncopiedSince: Date | null
}

/**
 * Copies the newest tree head to the bucket of the settings, once an hour and only if there are new rows. Alerts all
 * administrators when that has failed for a day. Returns what failed this time, for the server's log.
 */
export async function copyNewestHead(ctx: RequestContext): Promise<string | null> {
  const copies = ctx.lockedCopies
  const head = copies && (await latestHead(ctx))
  if (!head) return null
  const state = await copyStateOf(ctx)
  const now = ctx.now()
  const isRecent = state.copiedAt && now.getTime() - state.copiedAt.getTime() < EVERY_MS
  if (!state.uncopiedSince || isRecent) return null
  const lockedUntil = new Date(now)
  lockedUntil.setUTCFullYear(now.getUTCFullYear() + copies.years)
  const { logId, number } = head
  try {
    const name = { number: Number(number), sha256: Buffer.from(head.sha256).toString('hex') }
    await copies.keep(logId, name, head.note, lockedUntil)
  } catch (error) {
    if (!(error instanceof LockFailure)) throw error
    if (isCopyLate(ctx, state))
      await alertOnce(ctx, 'locked_copy_late', {
        bucket: copies.bucket,
        since: showExactly(state.uncopiedSince, ctx.timeZone),
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

/** What was copied last. */
export async function copyStateOf({ db, evidenceKeyOf }: RequestContext): Promise<CopyState> {
  const { logId } = evidenceKeyOf()
  const last = await db.evidenceLockedCopy.findFirst({
    where: { logId },
    orderBy: { headNumber: 'desc' },
    select: { copiedAt: true, head: { select: { number: true, size: true } } },
  })
  const next = await db.evidenceHead.findFirst({
    where: { logId, ...(last && { number: { gt: last.head.number }, size: { gt: last.head.size } }) },
    orderBy: { number: 'asc' },
    select: { signedAt: true },
  })
  return { copiedAt: last?.copiedAt ?? null, uncopiedSince: next?.signedAt ?? null }
}

/** Whether rows have been without a locked copy for too long. */
export const isCopyLate = (ctx: RequestContext, { uncopiedSince }: CopyState): boolean =>
  uncopiedSince !== null && ctx.now().getTime() - uncopiedSince.getTime() > COPY_LATE_MS

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
