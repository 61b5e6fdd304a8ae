import { DRAFT } from '#domain/drafts/draft.ts'
import { auditAll } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'

const DAY = 86_400_000

/** Deletes drafts that were not used for a week and audits each. */
export const discardStaleDrafts = (visit: RequestContext): Promise<number> =>
  inTransaction(visit, async (ctx) => {
    const before = new Date(ctx.now().getTime() - DRAFT.days * DAY)
    const stale = await ctx.db.$queryRaw<{ id: string; form: string; userId: string }[]>`
      DELETE FROM drafts WHERE saved_at < ${before} RETURNING id, form, user_id AS "userId"`
    await auditAll(
      ctx,
      stale.map(({ id, form, userId }) => ({
        action: 'deleted',
        resourceType: 'draft',
        resourceId: id,
        details: { form, userId, reason: 'not come back for' },
      })),
    )
    return stale.length
  })
