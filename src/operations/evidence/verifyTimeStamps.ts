import { TimeStampFailure } from '#domain/audit/timeStampFailure.ts'
import type { TimeStamps } from '#infra/evidence/timeStamps.ts'
import type { EvidenceHead, EvidenceTimeStamp } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { headFinding } from './evidenceFinding.ts'
import { STAMP_SLACK_MS, textOf } from './signHead.ts'

/** Time stamps read by one statement: at most a few megabytes. */
const AT_ONCE = 100

/**
 * Verifies every kept time stamp against its tree head, and that no later head is older. The heads must have been verified.
 * Returns their number, or `null` if the settings have no certificates to verify them with. Throws `EvidenceFinding`.
 */
export async function verifyTimeStamps(ctx: RequestContext): Promise<number | null> {
  const { db, timeStamps } = ctx
  if (!timeStamps) return null
  const { logId } = ctx.evidenceKeyOf()
  let count = 0
  for (let after = { headNumber: 0n, service: '' }; ; ) {
    const stamps = await db.evidenceTimeStamp.findMany({
      where: {
        logId,
        OR: [
          { headNumber: { gt: after.headNumber } },
          { headNumber: after.headNumber, service: { gt: after.service } },
        ],
      },
      include: { head: { select: { note: true } } },
      orderBy: [{ headNumber: 'asc' }, { service: 'asc' }],
      take: AT_ONCE,
    })
    for (const stamp of stamps)
      if (!(await isRight(timeStamps, stamp))) throw headFinding(Number(stamp.headNumber), 'time_stamp')
    count += stamps.length
    const last = stamps.at(-1)
    if (!last) break
    after = last
  }
  const [older] = await db.$queryRaw<{ number: bigint }[]>`
    SELECT stamp.head_number AS number FROM evidence_time_stamps AS stamp
    WHERE stamp.log_id = ${logId} AND EXISTS (
      SELECT FROM evidence_heads AS head WHERE head.log_id = stamp.log_id AND head.number > stamp.head_number
        AND head.signed_at < stamp.stamped_at - ${STAMP_SLACK_MS} * interval '1 millisecond')
    ORDER BY stamp.head_number LIMIT 1`
  if (older) throw headFinding(Number(older.number), 'clock')
  return count
}

async function isRight(
  { timeOf }: TimeStamps,
  { response, stampedAt, head }: EvidenceTimeStamp & { head: Pick<EvidenceHead, 'note'> },
): Promise<boolean> {
  try {
    const at = await timeOf(response, Buffer.from(textOf(head.note)))
    return at.getTime() === stampedAt.getTime()
  } catch (error) {
    if (error instanceof TimeStampFailure) return false
    throw error
  }
}
