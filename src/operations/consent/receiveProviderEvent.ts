import { createHash } from 'node:crypto'
import { networkOf } from '#domain/access/network.ts'
import type { SigningProviderName } from '#domain/consent/document.ts'
import { Failure } from '#domain/errors.ts'
import type { ProviderNotice } from '#infra/signing/provider.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { followSoon } from './followEnvelope.ts'

const HOUR_MS = 3_600_000

/** A raw webhook message: its bytes and the claimed signatures. */
type ProviderMessage = { provider: SigningProviderName; body: Buffer; signatures: readonly string[] }

/**
 * Accepts a webhook message of a signing provider. In one transaction it stores the message without patient
 * data and queues a check with the provider. A repeated message is recognized by its bytes and ignored.
 * Throws `not_found` if the provider is not set up, `unauthenticated` for a bad signature, `rate_limited` for
 * too many of these and `invalid` for an unreadable message.
 */
export async function receiveProviderEvent(
  ctx: RequestContext,
  { provider, body, signatures }: ProviderMessage,
): Promise<void> {
  const { remote } = ctx.signing.of(provider)
  if (!remote) throw new Failure('not_found', 'Not found')
  const notice = remote.notice(body, signatures)
  if (!notice) {
    await countForged(ctx)
    await alertRejectedEvents(ctx)
    throw new Failure('unauthenticated', 'The signature of this message is not valid')
  }
  if (notice.envelopeId !== null) await keep(ctx, { provider, body }, notice, notice.envelopeId)
}

const keep = (
  ctx: RequestContext,
  { provider, body }: Pick<ProviderMessage, 'provider' | 'body'>,
  { event, occurredAt }: ProviderNotice,
  envelopeId: string,
): Promise<void> =>
  inTransaction(ctx, async (inside) => {
    const bodySha256 = createHash('sha256').update(body).digest('hex')
    const { count } = await inside.db.providerEvent.createMany({
      data: [{ provider, envelopeId, event, occurredAt, bodySha256, receivedAt: inside.now() }],
      skipDuplicates: true,
    })
    if (count > 0) await followSoon(inside, { provider, envelopeId })
  })

/** Counts forged messages per network, as for any caller. Genuine messages are not limited. */
async function countForged({ requestLimit, request }: RequestContext): Promise<void> {
  const { isRefused, secondsLeft: retryAfter } = await requestLimit.take(networkOf(request.ipAddress))
  if (isRefused)
    throw new Failure('rate_limited', 'Too many messages with an invalid signature', { retryAfter })
}

/** Alerts administrators about forged messages at most once an hour. */
async function alertRejectedEvents(ctx: RequestContext): Promise<void> {
  if (await isAlerted(ctx)) return
  await inTransaction(ctx, async (inside) => {
    await inside.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('caseload webhook_rejected'))`
    if (await isAlerted(inside)) return
    await sendAlert(inside, 'webhook_rejected', {})
  })
}

/** Looks through the administrators' alerts, which have an index by user and time. */
async function isAlerted({ db, now }: RequestContext): Promise<boolean> {
  const administrators = await db.user.findMany({ where: { role: 'admin' }, select: { id: true } })
  const earlierAlert = await db.alert.findFirst({
    where: {
      type: 'webhook_rejected',
      userId: { in: administrators.map(({ id }) => id) },
      createdAt: { gt: new Date(now().getTime() - HOUR_MS) },
    },
    select: { id: true },
  })
  return earlierAlert !== null
}
