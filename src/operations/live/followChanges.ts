import type { Change } from '#domain/live/notice.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import type { Stream } from './stream.ts'

/**
 * What changes from now on, of all that exists for the actor at the time of each change. It tells ids and words and
 * nothing of a patient, so it leaves no row in the trail; reading what changed does.
 */
export async function followChanges(ctx: OperationContext): Promise<Stream<Change>> {
  authorize(ctx, 'live.follow')
  return ctx.live.changes(ctx)
}
