import { TimeStampFailure } from '#domain/audit/timeStampFailure.ts'
import { showExactly } from '#domain/dates.ts'
import type { TimeStampService } from '#infra/evidence/timeStamps.ts'
import type { EvidenceHead } from '#infra/prisma/client.ts'
import { alertOnce } from '../alerts/alertOnce.ts'
import type { RequestContext } from '../context.ts'
import { type AnchorState, anchorStateOf, isAnchorDue, isAnchorLate } from './anchors.ts'
import { databaseTime, latestHead, textOf } from './signHead.ts'

/** How far the database's clock may differ from a service's, in milliseconds. */
const CLOCK_DIFFERENCE_MS = 60_000

/** What a service has stamped last. */
export type StampState = AnchorState & { service: string }

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
    if (!isAnchorDue(ctx, state)) continue
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
  return { service, ...(await anchorStateOf(ctx, last && { at: last.stampedAt, head: last.head })) }
}

async function alertIfLate(ctx: RequestContext, state: StampState): Promise<void> {
  if (!state.missingSince || !isAnchorLate(ctx, state)) return
  const since = showExactly(state.missingSince, ctx.timeZone)
  await alertOnce(ctx, 'time_stamp_late', { service: state.service, since })
}
