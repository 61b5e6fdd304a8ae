import { Failure } from '#domain/errors.ts'
import type { RequestContext } from '../context.ts'

/**
 * Notes in the transaction of a change that the request with an Idempotency-Key has changed something. Throws `conflict` if
 * another run of the request has taken over meanwhile, so that only one of them can change anything.
 */
export async function markChanged({ db, now, request: { attempt } }: RequestContext): Promise<void> {
  if (!attempt) return
  const { count } = await db.idempotencyKey.updateMany({ where: attempt, data: { changedAt: now() } })
  if (count === 0)
    throw new Failure(
      'conflict',
      'The same request was sent again and has replaced this one. Nothing was changed.',
    )
}
