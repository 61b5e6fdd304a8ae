import { savedViewScreens } from '#domain/savedViews/savedView.ts'
import type { SavedView as View } from '#infra/prisma/client.ts'
import { deleteView } from '#operations/savedViews/deleteView.ts'
import { listViews } from '#operations/savedViews/listViews.ts'
import { renameView } from '#operations/savedViews/renameView.ts'
import { saveView } from '#operations/savedViews/saveView.ts'
import { builder } from '../builder.ts'
import { runs } from '../runs.ts'

const SavedViewScreen = builder.enumType('SavedViewScreen', {
  description: 'A screen whose list can be kept as a view.',
  values: savedViewScreens,
})

const SavedView = builder.objectRef<View>('SavedView').implement({
  description: 'Filters and order of a list, kept under a name.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the view.' }),
    name: t.exposeString('name', { description: 'What it is called.' }),
    query: t.exposeString('query', {
      description: 'Filters and order as the query of the screen’s address.',
    }),
    isShared: t.exposeBoolean('isShared', { description: 'Whether everybody may choose it.' }),
    isMine: t.boolean({
      description: 'Whether the caller keeps it.',
      resolve: ({ ownerId }, _args, { actor }) => ownerId === actor?.id,
    }),
  }),
})

builder.queryField('savedViews', (t) =>
  t.withAuth({ can: 'savedView.list' }).field({
    type: [SavedView],
    description: 'The views of a screen to choose from, by name: the caller’s own and the shared ones.',
    args: { screen: t.arg({ type: SavedViewScreen, required: true, description: 'Whose list.' }) },
    resolve: (_root, args, context) => listViews(context, args),
  }),
)

const SaveViewInput = builder.inputType('SaveViewInput', {
  description: 'A view to keep.',
  fields: (t) => ({
    screen: t.field({ type: SavedViewScreen, required: true, description: 'Whose list.' }),
    name: t.string({ required: true, description: 'What to call it, in at most 60 characters.' }),
    query: t.string({
      required: true,
      description: 'Query of the screen’s address; only filters and order are kept of it.',
    }),
    isShared: t.boolean({
      description: 'Let everybody choose it; needs the admin role, and no search in it.',
    }),
  }),
})

builder.mutationField('saveView', (t) =>
  t.withAuth({ can: 'savedView.keep' }).field({
    type: SavedView,
    description: 'Keeps filters and order of a list under a name.',
    args: { input: t.arg({ type: SaveViewInput, required: true, description: 'What, and as what.' }) },
    ...runs(saveView),
  }),
)

const RenameViewInput = builder.inputType('RenameViewInput', {
  description: 'Which view to rename, and how.',
  fields: (t) => ({
    viewId: t.id({ required: true, description: 'Key of the view.' }),
    name: t.string({ required: true, description: 'What to call it, in at most 60 characters.' }),
  }),
})

builder.mutationField('renameView', (t) =>
  t.withAuth({ can: 'savedView.change' }).field({
    type: SavedView,
    description: 'Gives a view another name. For its owner, and for administrators if it is shared.',
    args: { input: t.arg({ type: RenameViewInput, required: true, description: 'Which, and how.' }) },
    ...runs(renameView),
  }),
)

const DeleteViewInput = builder.inputType('DeleteViewInput', {
  description: 'Which view to forget.',
  fields: (t) => ({ viewId: t.id({ required: true, description: 'Key of the view.' }) }),
})

builder.mutationField('deleteView', (t) =>
  t.withAuth({ can: 'savedView.change' }).field({
    type: 'Boolean',
    description: 'Forgets a view. For its owner, and for administrators if it is shared.',
    args: { input: t.arg({ type: DeleteViewInput, required: true, description: 'Which.' }) },
    ...runs(deleteView),
  }),
)
