import { renameViewInput } from '#domain/savedViews/inputs.ts'
import type { SavedView } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { visibleView } from './visibleView.ts'

/** Renames a view: the actor's own, or a shared one as an administrator. */
export const renameView = operation(renameViewInput, async (ctx, { viewId, name }): Promise<SavedView> => {
  const view = await visibleView(ctx, viewId)
  authorize(ctx, 'savedView.change', view, { resourceType: 'saved_view', resourceId: viewId })
  const renamed = await ctx.db.savedView.update({ where: { id: viewId }, data: { name } })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'saved_view',
    resourceId: viewId,
    details: { fields: ['name'] },
  })
  return renamed
})
