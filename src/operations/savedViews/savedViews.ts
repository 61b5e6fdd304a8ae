import { Failure, notFound } from '#domain/errors.ts'
import {
  deleteViewInput,
  renameViewInput,
  SHARED_SEARCH,
  savedViewsInput,
  saveViewInput,
  updateViewInput,
} from '#domain/savedViews/inputs.ts'
import { holdsSearch, SAVED_VIEW } from '#domain/savedViews/savedView.ts'
import { isUuid } from '#domain/text.ts'
import type { Prisma, SavedView } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { escapeLike } from '../escapeLike.ts'
import { invalid, operation } from '../operation.ts'

/** The filter for the actor's own and the shared views. */
const viewsVisibleTo = ({ actor }: OperationContext): Prisma.SavedViewWhereInput => ({
  OR: [{ ownerId: actor.id }, { isShared: true }],
})

/** Returns a view that is visible to the actor; throws `not_found` for another user's private one. */
async function visibleView(ctx: OperationContext, viewId: string): Promise<SavedView> {
  const view = isUuid(viewId)
    ? await ctx.db.savedView.findFirst({ where: { AND: [{ id: viewId }, viewsVisibleTo(ctx)] } })
    : null
  if (!view) throw notFound('View', viewId)
  return view
}

/** Returns the actor's own and the shared views of a screen, by name. */
export const listViews = operation(savedViewsInput, async (ctx, { screen }): Promise<SavedView[]> => {
  authorize(ctx, 'savedView.list')
  return ctx.db.savedView.findMany({
    where: { AND: [{ screen }, viewsVisibleTo(ctx)] },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: 200,
  })
})

/**
 * Saves the filters and order of a list under a name. Only administrators can share a view with the clinic.
 */
export const saveView = operation(saveViewInput, async (ctx, { isShared, ...view }): Promise<SavedView> => {
  authorize(ctx, isShared ? 'savedView.share' : 'savedView.keep')
  const count = await ctx.db.savedView.count({ where: { ownerId: ctx.actor.id } })
  if (count >= SAVED_VIEW.perPerson)
    throw invalid({ name: `You can save at most ${SAVED_VIEW.perPerson} views` })
  await refuseTakenName(ctx, { ...view, ownerId: ctx.actor.id })
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

/**
 * Refuses a name that another view of the owner on the screen has. Upper and lower case do not differ. The private views of
 * another user do not count, because the refusal would reveal them.
 */
async function refuseTakenName(
  ctx: OperationContext,
  { ownerId, screen, name }: Pick<SavedView, 'ownerId' | 'screen' | 'name'>,
  viewId?: string,
): Promise<void> {
  const others = {
    ...{ ownerId, screen, name: { equals: escapeLike(name), mode: 'insensitive' as const } },
    ...(viewId && { id: { not: viewId } }),
  }
  const other = await ctx.db.savedView.findFirst({ where: { AND: [others, viewsVisibleTo(ctx)] } })
  if (other) throw new Failure('conflict', NAME_TAKEN, { fields: { name: NAME_TAKEN } })
}

const NAME_TAKEN =
  'There is already a view with this name. Choose another one, or open that view and update it.'

/** Returns a view that the actor may change: the actor's own, or a shared one as an administrator. */
async function changeableView(ctx: OperationContext, viewId: string): Promise<SavedView> {
  const view = await visibleView(ctx, viewId)
  authorize(ctx, 'savedView.change', view, { resourceType: 'saved_view', resourceId: viewId })
  return view
}

async function change(
  ctx: OperationContext,
  viewId: string,
  data: { name: string } | { query: string },
): Promise<SavedView> {
  const changed = await ctx.db.savedView.update({ where: { id: viewId }, data })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'saved_view',
    resourceId: viewId,
    details: { fields: Object.keys(data) },
  })
  return changed
}

/** Gives a view other filters and another order. */
export const updateView = operation(updateViewInput, async (ctx, { viewId, query }): Promise<SavedView> => {
  const { isShared } = await changeableView(ctx, viewId)
  if (isShared && holdsSearch(query)) throw invalid({ query: SHARED_SEARCH })
  return change(ctx, viewId, { query })
})

/** Renames a view. */
export const renameView = operation(renameViewInput, async (ctx, { viewId, name }): Promise<SavedView> => {
  const view = await changeableView(ctx, viewId)
  await refuseTakenName(ctx, { ...view, name }, viewId)
  return change(ctx, viewId, { name })
})

/** Deletes a view. */
export const deleteView = operation(deleteViewInput, async (ctx, { viewId }): Promise<boolean> => {
  await changeableView(ctx, viewId)
  await ctx.db.savedView.delete({ where: { id: viewId } })
  await audit(ctx, { action: 'deleted', resourceType: 'saved_view', resourceId: viewId })
  return true
})
