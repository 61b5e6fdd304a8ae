import { deleteViewInput } from '#domain/savedViews/inputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { visibleView } from './visibleView.ts'

/** Deletes a view: the actor's own, or a shared one as an administrator. */
export const deleteView = operation(deleteViewInput, async (ctx, { viewId }): Promise<boolean> => {
  const view = await visibleView(ctx, viewId)
  authorize(ctx, 'savedView.change', view, { resourceType: 'saved_view', resourceId: viewId })
  await ctx.db.savedView.delete({ where: { id: viewId } })
  await audit(ctx, { action: 'deleted', resourceType: 'saved_view', resourceId: viewId })
  return true
})
