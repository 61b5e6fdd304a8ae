import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { Prisma, SavedView } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'

/** One's own views and the shared ones; there are no others. */
export const viewsVisibleTo = ({ actor }: OperationContext): Prisma.SavedViewWhereInput => ({
  OR: [{ ownerId: actor.id }, { isShared: true }],
})

/** A view that exists for the actor; throws `not_found` for one that somebody else keeps for themselves. */
export async function visibleView(ctx: OperationContext, viewId: string): Promise<SavedView> {
  const view = isUuid(viewId)
    ? await ctx.db.savedView.findFirst({ where: { AND: [{ id: viewId }, viewsVisibleTo(ctx)] } })
    : null
  if (!view) throw notFound('View', viewId)
  return view
}
