import { createHash } from 'node:crypto'
import type { SigningProviderName } from '#domain/consent/document.ts'
import { Failure } from '#domain/errors.ts'
import type { ProviderNotice } from '#infra/signing/provider.ts'
import { alertAdministrators } from '../alerts/alertAdministrators.ts'
import type { Visit } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { followSoon } from './followEnvelope.ts'

const HOUR_MS = 3_600_000

/** A message as it came: its bytes, and what is claimed to be the provider's signature of them. */
export type ProviderMessage = { provider: SigningProviderName; body: Buffer; signatures: readonly string[] }

/**
 * Takes a message of a signing provider: kept without anything of the patient, with the job that asks the provider for
 * the truth, in one transaction. A repetition is known by its bytes and changes nothing. Throws `not_found` where the
 * provider is not set up, `unauthenticated` for a forged message, and `invalid` for none at all.
 */
export async function receiveProviderEvent(
  ctx: Visit,
  { provider, body, signatures }: ProviderMessage,
): Promise<void> {
  const { remote } = ctx.signing.of(provider)
  if (!remote) throw new Failure('not_found', 'There is no such call')
  const notice = remote.notice(body, signatures)
  if (!notice) {
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

/** Administrators hear of forged messages once an hour, however many come. */
async function tellRejected(ctx: Visit): Promise<void> {
  const since = { gt: new Date(ctx.now().getTime() - HOUR_MS) }
  const isTold = (one: Visit) =>
    one.db.alert.findFirst({ where: { type: 'webhook_rejected', createdAt: since } })
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
