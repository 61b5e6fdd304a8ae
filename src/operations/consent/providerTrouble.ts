import { nextTry, type Trouble, troubleOf } from '#domain/consent/signingTrouble.ts'
import type { ConsentRequest } from '#infra/prisma/client.ts'
import type { Visit } from '../context.ts'
import { enqueue, type Jobs } from '../enqueue.ts'
import { inTransaction } from '../operation.ts'

/** What is done at a provider for a request, and may have to be done again. */
type ProviderJob = 'follow_envelope' | 'withdraw_envelope' | 'remind_envelope'

/** After so many tries only the hourly look goes on. */
const TRIES = 12

/**
 * Runs what asks a provider, for a job: trouble is kept with the request, where it can be seen, and if it may pass the
 * job is asked for again. Anything that is not the provider's trouble is thrown.
 */
export async function orTryAgain<Task extends ProviderJob>(
  ctx: Visit,
  request: Pick<ConsentRequest, 'id'>,
  { task, payload, key }: { task: Task; payload: Jobs[Task]; key: string },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const trouble = troubleOf(error)
    if (!trouble.isProviders) throw error
    await inTransaction(ctx, async (inside) => {
      await noteTrouble(inside, request.id, trouble)
      const tries = (payload.tries ?? 0) + 1
      if (!trouble.transient || tries > TRIES) return
      const runAt = nextTry(inside.now(), tries - 1, trouble)
      await enqueue(inside, task, { ...payload, tries }, { runAt, key })
    })
  }
}

/** Keeps with requests what their provider could not do, for whoever looks at them. */
export const noteTrouble = (ctx: Visit, id: string | { in: string[] }, { message }: Trouble) =>
  ctx.db.consentRequest.updateMany({
    where: { id },
    data: { providerError: message, providerCheckedAt: ctx.now() },
  })
