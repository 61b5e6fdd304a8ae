import { nextTry, type SigningProblem, signingProblemOf } from '#domain/consent/signingProblem.ts'
import type { ConsentRequest } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { enqueue, type Jobs } from '../enqueue.ts'
import { inTransaction } from '../operation.ts'

/** Jobs that call a provider and may need a retry. */
type ProviderJob = 'follow_envelope' | 'withdraw_envelope' | 'remind_envelope'

/** After this many tries, only the hourly reconciliation continues. */
const TRIES = 12

/**
 * Runs a job's call to a provider. A `SigningTrouble` is stored with the request, and a temporary one queues
 * the job again. Other errors are thrown.
 */
export async function orTryAgain<Task extends ProviderJob>(
  ctx: RequestContext,
  request: Pick<ConsentRequest, 'id'>,
  { task, payload, key }: { task: Task; payload: Jobs[Task]; key: string },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const trouble = signingProblemOf(error)
    if (!trouble) throw error
    await inTransaction(ctx, async (inside) => {
      await recordTrouble(inside, request.id, trouble)
      const tries = (payload.tries ?? 0) + 1
      if (!trouble.transient || tries > TRIES) return
      const runAt = nextTry(inside.now(), tries - 1, trouble)
      await enqueue(inside, task, { ...payload, tries }, { runAt, key })
    })
  }
}

/** Stores the provider's error with the requests, so that users can see it. */
export const recordTrouble = (
  ctx: RequestContext,
  id: string | { in: string[] },
  { message }: SigningProblem,
) =>
  ctx.db.consentRequest.updateMany({
    where: { id },
    data: { providerError: message, providerCheckedAt: ctx.now() },
  })
