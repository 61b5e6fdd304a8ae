import { savedViewsInput } from '#domain/savedViews/inputs.ts'
import type { SavedView } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { viewsVisibleTo } from './visibleView.ts'

/** The views of a screen that one may choose from, by name: one's own and the shared ones. */
export const listViews = operation(savedViewsInput, async (ctx, { screen }): Promise<SavedView[]> => {
  authorize(ctx, 'savedView.keep')
  return ctx.db.savedView.findMany({
    where: { AND: [{ screen }, viewsVisibleTo(ctx)] },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: 200,
  })
})
