import { savedViewsInput } from '#domain/savedViews/inputs.ts'
import type { SavedView } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { viewsVisibleTo } from './visibleView.ts'

/** Returns the actor's own and the shared views of a screen, by name. */
export const listViews = operation(savedViewsInput, async (ctx, { screen }): Promise<SavedView[]> => {
  authorize(ctx, 'savedView.list')
  return ctx.db.savedView.findMany({
    where: { AND: [{ screen }, viewsVisibleTo(ctx)] },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: 200,
  })
})
