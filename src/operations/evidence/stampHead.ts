import { TimeStampFailure } from '#domain/audit/timeStampFailure.ts'
import { showExactly } from '#domain/dates.ts'
import type { TimeStampService } from '#infra/evidence/timeStamps.ts'
import type { EvidenceHead } from '#infra/prisma/client.ts'
import { alertOnce } from '../alerts/alertOnce.ts'
import type { RequestContext } from '../context.ts'
import { databaseTime, latestHead, textOf } from './signHead.ts'

/** How often each service stamps the newest head, in milliseconds. */
const EVERY_MS = 3_600_000

/** How long a head with new rows may be without a time stamp before administrators are alerted, in milliseconds. */
export const STAMP_LATE_MS = 86_400_000

/** How far the database's clock may differ from a service's, in milliseconds. */
const CLOCK_DIFFERENCE_MS = 60_000

/** What a service has stamped last. */
export type StampState = {
  service: string
  /** `null` before its first time stamp. */
  stampedAt: Date | null
  /** When the first head was signed whose rows it has not stamped; `null` if it has stamped all rows. */
  unstampedSince: Date | null
}

/** Why a service gave no time stamp, for the server's log. */
type StampProblem = { service: string; problem: string }

/**
 * Has each service stamp the newest tree head, once an hour and only if there are new rows. Alerts all administrators when a
 * service has failed for a day. Returns what failed this time.
 */
export async function stampNewestHead(ctx: RequestContext): Promise<StampProblem[]> {
  const head = ctx.timeStamps && (await latestHead(ctx))
  if (!head) return []
  const problems: StampProblem[] = []
  for (const service of ctx.timeStamps?.services ?? []) {
    const state = await stampStateOf(ctx, service.name)
    const isRecent = state.stampedAt && ctx.now().getTime() - state.stampedAt.getTime() < EVERY_MS
    if (!state.unstampedSince || isRecent) continue
    try {
      await stampWith(ctx, service, head)
    } catch (error) {
      if (!(error instanceof TimeStampFailure)) throw error
      problems.push({ service: service.name, problem: error.message })
      await alertIfLate(ctx, state)
    }
  }
  return problems
}

async function stampWith(ctx: RequestContext, service: TimeStampService, head: EvidenceHead): Promise<void> {
  const { response, at } = await service.stamp(Buffer.from(textOf(head.note)))
  const ahead = (await databaseTime(ctx)).getTime() - at.getTime()
  if (Math.abs(ahead) > CLOCK_DIFFERENCE_MS)
    throw new TimeStampFailure(
      `the clock of the database is ${Math.round(Math.abs(ahead) / 1000)} seconds ${ahead > 0 ? 'ahead of' : 'behind'} its clock`,
    )
  // Another process may have been faster.
  await ctx.db.evidenceTimeStamp.createMany({
    data: [
      {
        logId: head.logId,
        headNumber: head.number,
        service: service.name,
        stampedAt: at,
        response: new Uint8Array(response),
      },
    ],
    skipDuplicates: true,
  })
}

/** What each service of the settings has stamped last. */
export const stampStates = (ctx: RequestContext): Promise<StampState[]> =>
  Promise.all((ctx.timeStamps?.services ?? []).map(({ name }) => stampStateOf(ctx, name)))

async function stampStateOf(ctx: RequestContext, service: string): Promise<StampState> {
  const { logId } = ctx.evidenceKeyOf()
  const last = await ctx.db.evidenceTimeStamp.findFirst({
    where: { logId, service },
    orderBy: { stampedAt: 'desc' },
    select: { stampedAt: true, head: { select: { number: true, size: true } } },
  })
  const next = await ctx.db.evidenceHead.findFirst({
    where: { logId, ...(last && { number: { gt: last.head.number }, size: { gt: last.head.size } }) },
    orderBy: { number: 'asc' },
    select: { signedAt: true },
  })
  return { service, stampedAt: last?.stampedAt ?? null, unstampedSince: next?.signedAt ?? null }
}

/** Whether rows have been without a time stamp of this service for too long. */
export const isStampLate = (ctx: RequestContext, { unstampedSince }: StampState): boolean =>
  unstampedSince !== null && ctx.now().getTime() - unstampedSince.getTime() > STAMP_LATE_MS

async function alertIfLate(ctx: RequestContext, state: StampState): Promise<void> {
  if (!state.unstampedSince || !isStampLate(ctx, state)) return
  const since = showExactly(state.unstampedSince, ctx.timeZone)
  await alertOnce(ctx, 'time_stamp_late', { service: state.service, since })
}
