import { createHash, randomUUID } from 'node:crypto'
import { conflict, Failure } from '#domain/errors.ts'
import { audit } from '../audit.ts'
import type { Attempt, OperationContext } from '../context.ts'

/** Keys are kept for a day. */
const KEPT_MS = 86_400_000
/**
 * A run without an answer after this time has probably ended with its process. If it has not, no harm is done: it can commit nothing
 * once another has taken over.
 */
const RUN_MS = 30_000
/** The maximum size of an answer that is kept, in bytes of JSON, so that many small changes cannot fill the disk. */
export const KEPT_ANSWER_MAX = 16_384

/** A request with the Idempotency-Key that its caller has chosen. */
export type KeyedRequest = {
  key: string
  /** Hex SHA-256 of everything that the answer depends on. */
  requestSha256: string
}

/** The answer, and whether it is the one of an earlier request. */
export type Answered<Answer> = { answer: Answer; isRepeated: boolean }

/** How a request runs, and how its answer is kept. */
export type KeyedRun<Context, Answer> = {
  /** Gets a context in which each change is noted together with the change. */
  run: (ctx: Context) => Promise<Answer>
  /** The part of the answer to keep as JSON, or `undefined` for an answer that says nothing about the change. */
  kept: (answer: Answer) => unknown
  /** Called if the answer could not be kept. The caller still gets it. A repeated request is refused with `answer_lost`. */
  logFault: (error: unknown) => void
}

/**
 * Runs a request unless the same caller has sent it with the same key within a day, and then returns the answer of that time. A
 * run that changed nothing, for example because its input was invalid, does not use up the key.
 *
 * Throws `conflict` if the key belongs to another request, if the first request still runs, or if it has changed
 * something and its answer is lost.
 */
export async function answerOnce<Context extends OperationContext, Answer>(
  ctx: Context,
  request: KeyedRequest,
  { run, kept, logFault }: KeyedRun<Context, Answer>,
): Promise<Answered<Answer>> {
  const claimed = await claim(ctx, request)
  if ('answer' in claimed) {
    await recordRepeated(ctx, claimed.patientIds)
    return { answer: claimed.answer as Answer, isRepeated: true }
  }
  const answer = await run({ ...ctx, request: { ...ctx.request, attempt: claimed } })
  await close(ctx, claimed, kept(answer)).catch(logFault)
  return { answer, isRepeated: false }
}

/** Removes the keys that are older than a day. Returns the number. */
export async function removeOldIdempotencyKeys(ctx: Pick<OperationContext, 'db' | 'now'>): Promise<number> {
  const { count } = await ctx.db.idempotencyKey.deleteMany({ where: { startedAt: { lte: keptSince(ctx) } } })
  return count
}

const keptSince = ({ now }: Pick<OperationContext, 'now'>) => new Date(now().getTime() - KEPT_MS)

/** Takes the key for this run, or finds the answer of an earlier one. */
async function claim(
  ctx: OperationContext,
  request: KeyedRequest,
): Promise<Attempt | { answer: unknown; patientIds: string[] }> {
  const { db, actor, now } = ctx
  const id = createHash('sha256')
    .update(JSON.stringify([actor.id, actor.key?.id, request.key]))
    .digest('hex')
  const requestSha256 = saltedHash(ctx, id, request)
  const attempt = randomUUID()
  const mine = { requestSha256, attempt, startedAt: now() }
  const { count } = await db.idempotencyKey.createMany({
    data: [{ id, userId: actor.id, ...mine }],
    skipDuplicates: true,
  })
  if (count === 1) return { id, attempt }
  const earlier = await db.idempotencyKey.findUnique({ where: { id } })
  // The earlier run has just ended without a change.
  if (!earlier) return claim(ctx, request)
  const isOld = earlier.startedAt <= keptSince(ctx)
  if (!isOld && earlier.requestSha256 !== requestSha256) throw conflict('key_reused', OTHER_REQUEST)
  if (!isOld && earlier.answer)
    return { answer: opened(ctx, earlier as Kept), patientIds: earlier.patientIds }
  const mayRun = !earlier.endedAt && earlier.startedAt.getTime() + RUN_MS > now().getTime()
  if (mayRun) throw new Failure('conflict', STILL_RUNNING, { reason: 'still_running', retryAfter: 1 })
  if (!isOld && earlier.changedAt) throw conflict('answer_lost', ANSWER_LOST)
  const taken = await db.idempotencyKey.updateMany({
    where: { id, attempt: earlier.attempt, changedAt: earlier.changedAt },
    data: { ...mine, changedAt: null, patientIds: [], endedAt: null, answer: null, answerKeyId: null },
  })
  return taken.count === 1 ? { id, attempt } : claim(ctx, request)
}

/** A request can have a password, which a thief of the database could guess from a hash without a secret salt. */
const saltedHash = (
  { evidenceKeyOf }: OperationContext,
  id: string,
  { requestSha256 }: KeyedRequest,
): string =>
  createHash('sha256').update(evidenceKeyOf().salt(id, 'request')).update(requestSha256).digest('hex')

/** Records that the caller gets an answer about these patients again, so that the accounting of disclosures has it. */
async function recordRepeated(ctx: OperationContext, patientIds: string[]): Promise<void> {
  const [patientId, ...others] = patientIds
  if (!patientId) return
  const about = others.length > 0 ? { patientIds } : { patientId, resourceId: patientId }
  await audit(ctx, {
    action: 'viewed',
    resourceType: 'patient',
    ...about,
    details: { isRepeatedAnswer: true },
  })
}

/** Keeps the answer of a run that has changed something, and otherwise releases the key. */
async function close(ctx: OperationContext, { id, attempt }: Attempt, answer: unknown): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(answer) ?? '')
  const { wrappedKey, keyId } = ctx.secretKeys.wrap(bytes, purposeOf(id))
  const isKept = answer !== undefined && bytes.length <= KEPT_ANSWER_MAX
  const { count } = await ctx.db.idempotencyKey.updateMany({
    where: { id, attempt, changedAt: { not: null } },
    data: { endedAt: ctx.now(), ...(isKept && { answer: Buffer.from(wrappedKey), answerKeyId: keyId }) },
  })
  if (count === 0) await ctx.db.idempotencyKey.deleteMany({ where: { id, attempt } })
}

type Kept = { id: string; answer: Uint8Array; answerKeyId: string }

const opened = ({ secretKeys }: OperationContext, { id, answer, answerKeyId }: Kept): unknown =>
  JSON.parse(secretKeys.unwrap({ wrappedKey: answer, keyId: answerKeyId }, purposeOf(id)).toString('utf8'))

/** Binds an encrypted answer to its row. */
const purposeOf = (id: string) => `answer to ${id}`

const OTHER_REQUEST =
  'This Idempotency-Key was used for a different request within a day. Use a new key for each request.'
// People read these too, after they have pressed a button again.
const STILL_RUNNING = 'This change is still being made. Try again in a moment.'
const ANSWER_LOST = 'This change was already made, but its answer was not kept. Reload to see it.'
