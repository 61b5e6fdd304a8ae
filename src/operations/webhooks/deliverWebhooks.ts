import { v7 as newKey } from 'uuid'
import { can } from '#domain/access/policy.ts'
import { Failure } from '#domain/errors.ts'
import {
  KEEP_MESSAGES_DAYS,
  MESSAGE_CHANGES,
  nextAttempt,
  type WebhookOffReason,
  webhookOffReasons,
} from '#domain/webhooks/webhook.ts'
import type { Webhook, WebhookMessage } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { actorOfKey } from '../apiKeys/recognizeKey.ts'
import { audit } from '../audit.ts'
import type { OperationContext, RequestContext } from '../context.ts'
import { enqueue } from '../enqueue.ts'
import { newestCursor, readChanges } from '../live/readChanges.ts'
import { inTransaction } from '../operation.ts'
import { attempt } from './attempt.ts'

/** Longer than an attempt can take, so a webhook that is claimed for longer belongs to a process that has ended. */
const CLAIM_MS = 60_000

/**
 * Sends one message to each webhook that is due, all at once, and requests the next run if there may be more. A webhook is
 * called by one process at a time. A message counts as delivered when it was accepted; after a crash before that
 * is recorded, it is sent again with the same ID.
 */
export async function deliverWebhooks(ctx: RequestContext): Promise<void> {
  const claimed = await claimDue(ctx)
  const results = await Promise.allSettled(claimed.map((webhook) => deliverNext(ctx, webhook)))
  if (results.some((result) => result.status === 'fulfilled' && result.value === 'more'))
    await requestDelivery(ctx)
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/** Requests a run of `deliverWebhooks`, in the transaction of `ctx`, unless there is no webhook that is on. */
export async function requestDelivery(
  ctx: Pick<RequestContext, 'db' | 'now'>,
  { at }: { at?: Date } = {},
): Promise<void> {
  const some = await ctx.db.webhook.findFirst({ where: { offAt: null }, select: { id: true } })
  if (!some) return
  const key = at ? `webhooks:${at.toISOString()}` : 'webhooks'
  await enqueue(ctx, 'deliver_webhooks', {}, { runAt: at ?? ctx.now(), key })
}

/** Removes messages from the log that are older than 30 days, except one that still waits. Returns the number. */
export async function removeOldMessages({ db, now }: RequestContext): Promise<number> {
  const before = new Date(now().getTime() - KEEP_MESSAGES_DAYS * 86_400_000)
  return db.$executeRaw`
    DELETE FROM webhook_messages message USING webhooks webhook
    WHERE webhook.id = message.webhook_id AND message.created_at < ${before}
      AND (message.accepted_at IS NOT NULL OR message.is_test OR message.after <> webhook.cursor)`
}

type Claimed = Webhook & { claimedUntil: Date }

/** Claims the webhooks that are due. `claimedUntil` is the proof of the claim, because a later claim has a later time. */
async function claimDue({ db, now }: RequestContext): Promise<Claimed[]> {
  const at = now()
  const claimedUntil = new Date(at.getTime() + CLAIM_MS)
  const rows = await db.webhook.updateManyAndReturn({
    where: {
      offAt: null,
      nextAttemptAt: { lte: at },
      OR: [{ claimedUntil: null }, { claimedUntil: { lte: at } }],
    },
    data: { claimedUntil },
  })
  return rows.map((row) => ({ ...row, claimedUntil }))
}

type Next = 'more' | 'nothing'

/** Sends the next message of a claimed webhook and releases it. Returns whether there may be more to send at once. */
async function deliverNext(ctx: RequestContext, webhook: Claimed): Promise<Next> {
  const actor = await actorOfKey(ctx, webhook.apiKeyId)
  if (!actor) return stop(ctx, webhook, 'key_ended')
  // The user of the key must change the password or add a second factor first, as in requests with the key.
  if (!can(actor, 'live.follow')) return release(ctx, webhook)
  const reader: OperationContext = { ...ctx, actor, sid: null, provenAt: null }
  const waiting = await nextMessage(reader, webhook)
  if (waiting === null) return stop(ctx, webhook, 'place_lost', { cursor: await newestCursor(reader) })
  if (waiting.message === null) return release(ctx, webhook, waiting)
  const result = await attempt(ctx, webhook, waiting.message)
  if (result.problem === null) return release(ctx, webhook, { cursor: waiting.message.cursor, hasMore: true })
  if (result.status === 410) return stop(ctx, webhook, 'gone')
  return putOff(ctx, webhook)
}

type Waiting = { message: WebhookMessage } | { message: null; cursor: string; hasMore: boolean }

/**
 * The message that was not accepted yet, or a new one with the next changes, if there are any. Returns `null` if the feed has no such
 * place, because the audit log was altered in the database.
 */
async function nextMessage(ctx: OperationContext, webhook: Webhook): Promise<Waiting | null> {
  const { id: webhookId, cursor: after } = webhook
  const waiting = await ctx.db.webhookMessage.findFirst({
    where: { webhookId, after, acceptedAt: null, isTest: false },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  if (waiting) return { message: waiting }
  const types = webhook.types.length > 0 ? webhook.types : null
  const page = await readChanges(ctx, { after, first: MESSAGE_CHANGES, types }).catch((error: unknown) => {
    if (error instanceof Failure && error.fields?.after) return null
    throw error
  })
  if (!page) return null
  const { changes, cursor, hasMore } = page
  if (changes.length === 0) return { message: null, cursor, hasMore }
  const createdAt = ctx.now()
  const body = JSON.stringify({ type: 'changes', timestamp: createdAt, data: { changes, cursor } })
  const message = await ctx.db.webhookMessage.create({
    data: { id: newKey(), webhookId, after, cursor, changes: changes.length, body, createdAt },
  })
  return { message }
}

/** Ends the claim. With a cursor, the webhook continues there, unless someone has moved it in the meantime. */
async function release(
  { db }: RequestContext,
  { id, claimedUntil, cursor: before }: Claimed,
  reached?: { cursor: string; hasMore: boolean },
): Promise<Next> {
  const mine = { id, claimedUntil }
  const healthy = { failures: 0, failingSince: null }
  if (reached && reached.cursor !== before)
    await db.webhook.updateMany({ where: { ...mine, cursor: before }, data: { cursor: reached.cursor } })
  await db.webhook.updateMany({ where: mine, data: { claimedUntil: null, ...(reached && healthy) } })
  return reached?.hasMore ? 'more' : 'nothing'
}

/** Schedules the next attempt, or stops a webhook that has failed for three days. */
async function putOff(ctx: RequestContext, webhook: Claimed): Promise<Next> {
  const { id, claimedUntil, failures, failingSince } = webhook
  const at = ctx.now()
  const next = nextAttempt(failures + 1, at)
  if (!next) return stop(ctx, webhook, 'unreachable')
  await inTransaction(ctx, async (inside) => {
    const { count } = await inside.db.webhook.updateMany({
      where: { id, claimedUntil },
      data: {
        ...{ claimedUntil: null, failures: failures + 1, failingSince: failingSince ?? at },
        nextAttemptAt: next,
      },
    })
    if (count === 1) await requestDelivery(inside, { at: next })
  })
  return 'nothing'
}

/** Switches a webhook off and alerts the administrators. Without a new cursor, it can continue where it stopped. */
async function stop(
  ctx: RequestContext,
  { id, claimedUntil, name }: Claimed,
  offReason: WebhookOffReason,
  place: { cursor?: string } = {},
): Promise<Next> {
  await inTransaction(ctx, async (inside) => {
    const { count } = await inside.db.webhook.updateMany({
      where: { id, claimedUntil, offAt: null },
      data: { claimedUntil: null, offAt: inside.now(), offReason, ...place },
    })
    if (count === 0) return
    const details = { fields: ['isOn'], reason: offReason }
    await audit(inside, { action: 'updated', resourceType: 'webhook', resourceId: id, details })
    await sendAlert(inside, 'webhook_stopped', { webhook: name, reason: webhookOffReasons[offReason] })
  })
  return 'nothing'
}
