import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { Prisma, SavedView } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'

/** The filter for the actor's own and the shared views. */
export const viewsVisibleTo = ({ actor }: OperationContext): Prisma.SavedViewWhereInput => ({
  OR: [{ ownerId: actor.id }, { isShared: true }],
})

/** Returns a view that is visible to the actor; throws `not_found` for another user's private one. */
export async function visibleView(ctx: OperationContext, viewId: string): Promise<SavedView> {
  const view = isUuid(viewId)
    ? await ctx.db.savedView.findFirst({ where: { AND: [{ id: viewId }, viewsVisibleTo(ctx)] } })
    : null
  if (!view) throw notFound('View', viewId)
  return view
}
