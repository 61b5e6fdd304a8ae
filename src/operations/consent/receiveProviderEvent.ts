import { createHash } from 'node:crypto'
import { networkOf } from '#domain/access/network.ts'
import type { SigningProviderName } from '#domain/consent/document.ts'
import { Failure } from '#domain/errors.ts'
import type { ProviderNotice } from '#infra/signing/provider.ts'
import { alertAdministrators } from '../alerts/alertAdministrators.ts'
import type { Visit } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { followSoon } from './followEnvelope.ts'

const HOUR_MS = 3_600_000

/** A message as it came: its bytes, and what is claimed to be the provider's signature of them. */
type ProviderMessage = { provider: SigningProviderName; body: Buffer; signatures: readonly string[] }

/**
 * Takes a message of a signing provider: kept without anything of the patient, with the job that asks the provider for
 * the truth, in one transaction. A repetition is known by its bytes and changes nothing. Throws `not_found` where the
 * provider is not set up, `unauthenticated` for a forged message, `rate_limited` for too many of these, and `invalid` for none at all.
 */
export async function receiveProviderEvent(
  ctx: Visit,
  { provider, body, signatures }: ProviderMessage,
): Promise<void> {
  const { remote } = ctx.signing.of(provider)
  if (!remote) throw new Failure('not_found', 'There is no such call')
  const notice = remote.notice(body, signatures)
  if (!notice) {
    await countForged(ctx)
    await tellRejected(ctx)
    throw new Failure('unauthenticated', 'The signature of this message is not valid')
  }
  if (notice.envelopeId !== null) await keep(ctx, { provider, body }, notice, notice.envelopeId)
}

const keep = (
  ctx: Visit,
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

/** Whoever forges is counted by where they come from, like any visitor; a storm of good messages is not. */
async function countForged({ requestLimit, request }: Visit): Promise<void> {
  const seconds = await requestLimit.take(networkOf(request.ipAddress))
  if (seconds === null) return
  throw new Failure('rate_limited', 'These were too many messages with a wrong signature', {
    retryAfter: seconds,
  })
}

/** Administrators hear of forged messages once an hour, however many come. */
async function tellRejected(ctx: Visit): Promise<void> {
  if (await isTold(ctx)) return
  await inTransaction(ctx, async (inside) => {
    await inside.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('caseload webhook_rejected'))`
    if (await isTold(inside)) return
    await alertAdministrators(
      inside,
      'webhook_rejected',
      'Messages that claim to come from DocuSign were refused: their signature is not valid',
    )
  })
}

/** Looked for among the alerts of administrators, which are read by user and time. */
async function isTold({ db, now }: Visit): Promise<boolean> {
  const administrators = await db.user.findMany({ where: { role: 'admin' }, select: { id: true } })
  const told = await db.alert.findFirst({
    where: {
      type: 'webhook_rejected',
      userId: { in: administrators.map(({ id }) => id) },
      createdAt: { gt: new Date(now().getTime() - HOUR_MS) },
    },
    select: { id: true },
  })
  return told !== null
}
