import type { Change } from '#domain/live/notice.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import type { Stream } from './stream.ts'

/**
 * Streams the changes to everything that is visible to the actor at the time of each change. A change has
 * only IDs and verbs, so it is not audited; reading the changed data is.
 */
export async function followChanges(ctx: OperationContext): Promise<Stream<Change>> {
  authorize(ctx, 'live.follow')
  return ctx.live.changes(ctx)
}
