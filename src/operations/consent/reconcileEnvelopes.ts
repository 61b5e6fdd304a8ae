import { signingProblemOf } from '#domain/consent/signingProblem.ts'
import type { ConsentRequest } from '#infra/prisma/client.ts'
import type { RemoteEnvelopes } from '#infra/signing/provider.ts'
import type { RequestContext } from '../context.ts'
import { retryLater } from './deliverRequest.ts'
import { followSoon } from './followEnvelope.ts'
import { recordTrouble } from './recordProviderProblem.ts'
import { endedStatuses, withdrawLater } from './withdrawEnvelope.ts'

/** A job that is this late was lost in a crash. */
const LATE_MS = 600_000
/** How long we keep trying to void an envelope. */
const MONTH_MS = 31 * 86_400_000

/**
 * Compares every open envelope with the provider's state. It picks up work that a lost message or a crash
 * left unfinished. It only queues jobs, so it is safe to repeat and to run concurrently.
 */
export async function reconcileEnvelopes(ctx: RequestContext): Promise<void> {
  await takeUpRetries(ctx)
  await takeUpEvents(ctx)
  await takeUpWithdrawals(ctx)
  const { remote } = ctx.signing.of('docusign')
  if (!remote) return
  const open = await ctx.db.consentRequest.findMany({
    where: { provider: 'docusign', state: 'sent', envelopeId: { not: null } },
    select: { id: true, envelopeId: true, providerStatus: true },
  })
  if (open.length > 0) await compare(ctx, remote, open)
}

type OpenEnvelope = Pick<ConsentRequest, 'id' | 'envelopeId' | 'providerStatus'>

async function compare(ctx: RequestContext, remote: RemoteEnvelopes, open: OpenEnvelope[]): Promise<void> {
  const ids = open.map(({ envelopeId }) => envelopeId ?? '')
  const statuses = await remote.statuses(ids).catch((error: unknown) => {
    const trouble = signingProblemOf(error)
    if (!trouble) throw error
    return trouble
  })
  if (!(statuses instanceof Map)) {
    await recordTrouble(ctx, { in: open.map(({ id }) => id) }, statuses)
    return
  }
  const isSame = ({ envelopeId, providerStatus }: OpenEnvelope) =>
    (providerStatus ?? 'sent') === statuses.get(envelopeId ?? '')
  const same = open.filter(isSame).map(({ id }) => id)
  await ctx.db.consentRequest.updateMany({
    where: { id: { in: same }, state: 'sent' },
    data: { providerCheckedAt: ctx.now(), providerError: null },
  })
  for (const request of open) {
    if (isSame(request) || !request.envelopeId) continue
    await followSoon(ctx, { provider: 'docusign', envelopeId: request.envelopeId })
  }
}

const late = (ctx: RequestContext) => ({ lt: new Date(ctx.now().getTime() - LATE_MS) })

async function takeUpRetries(ctx: RequestContext): Promise<void> {
  const lost = await ctx.db.consentRequest.findMany({
    where: { state: 'failed', retryAt: late(ctx) },
    select: { id: true },
  })
  for (const { id } of lost) await retryLater(ctx, id, ctx.now())
}

async function takeUpEvents(ctx: RequestContext): Promise<void> {
  const lost = await ctx.db.providerEvent.findMany({
    where: { handledAt: null, receivedAt: late(ctx) },
    distinct: ['provider', 'envelopeId'],
    select: { provider: true, envelopeId: true },
  })
  for (const which of lost) await followSoon(ctx, which)
}

async function takeUpWithdrawals(ctx: RequestContext): Promise<void> {
  const lost = await ctx.db.consentRequest.findMany({
    where: {
      provider: 'docusign',
      state: { in: ['voided', 'declined', 'expired'] },
      closedAt: { ...late(ctx), gt: new Date(ctx.now().getTime() - MONTH_MS) },
      OR: [{ providerStatus: null }, { providerStatus: { notIn: endedStatuses } }],
    },
    select: { id: true },
  })
  for (const { id } of lost) await withdrawLater(ctx, id)
}
