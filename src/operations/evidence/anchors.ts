import type { RequestContext } from '../context.ts'

/** How often the newest head is given to a place outside of the server, in milliseconds. */
const EVERY_MS = 3_600_000

/** How long new rows may be without one before administrators are alerted, in milliseconds. */
const LATE_MS = 86_400_000

/** What a place outside of the server has: a time-stamp service, or a bucket with copies. */
export type AnchorState = {
  /** When it got the last head; `null` before the first one. */
  lastAt: Date | null
  /** When the first head was signed whose rows it does not cover; `null` if it covers all rows. */
  missingSince: Date | null
}

/** The state of a place whose newest head is `last`. */
export async function anchorStateOf(
  { db, evidenceKeyOf }: RequestContext,
  last: { at: Date; head: { number: bigint; size: bigint } } | null,
): Promise<AnchorState> {
  const { logId } = evidenceKeyOf()
  const next = await db.evidenceHead.findFirst({
    where: { logId, ...(last && { number: { gt: last.head.number }, size: { gt: last.head.size } }) },
    orderBy: { number: 'asc' },
    select: { signedAt: true },
  })
  return { lastAt: last?.at ?? null, missingSince: next?.signedAt ?? null }
}

/** Whether the place should get the newest head now: once an hour, and only if there are new rows. */
export const isAnchorDue = ({ now }: RequestContext, { lastAt, missingSince }: AnchorState): boolean =>
  missingSince !== null && (lastAt === null || now().getTime() - lastAt.getTime() >= EVERY_MS)

/** Whether rows have been missing there for more than a day. */
export const isAnchorLate = ({ now }: RequestContext, { missingSince }: AnchorState): boolean =>
  missingSince !== null && now().getTime() - missingSince.getTime() > LATE_MS
