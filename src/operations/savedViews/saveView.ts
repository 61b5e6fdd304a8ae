import { saveViewInput } from '#domain/savedViews/inputs.ts'
import { SAVED_VIEW } from '#domain/savedViews/savedView.ts'
import type { SavedView } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { invalid, operation } from '../operation.ts'

/**
 * Saves the filters and order of a list under a name. Only administrators can share a view with the clinic.
 */
export const saveView = operation(saveViewInput, async (ctx, { isShared, ...view }): Promise<SavedView> => {
  authorize(ctx, isShared ? 'savedView.share' : 'savedView.keep')
  const count = await ctx.db.savedView.count({ where: { ownerId: ctx.actor.id } })
  if (count >= SAVED_VIEW.perPerson)
    throw invalid({ name: `You can save at most ${SAVED_VIEW.perPerson} views` })
  const saved = await ctx.db.savedView.create({
    data: { ...view, isShared, ownerId: ctx.actor.id, createdAt: ctx.now() },
  })
  await audit(ctx, {
    action: 'created',
    resourceType: 'saved_view',
    resourceId: saved.id,
    details: { isShared },
  })
  return saved
})
