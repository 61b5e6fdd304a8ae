import { savedViewScreens } from '#domain/savedViews/savedView.ts'
import type { SavedView as View } from '#infra/prisma/client.ts'
import { deleteView, listViews, renameView, saveView, updateView } from '#operations/savedViews/savedViews.ts'

import { builder } from '../builder.ts'
import { enumValues } from '../enumValues.ts'
import { runs } from '../runs.ts'

const SavedViewScreen = builder.enumType('SavedViewScreen', {
  description: 'A screen with a list that can be saved as a view.',
  values: enumValues(savedViewScreens, {
    patients: 'The list of patients',
  }),
})

const SavedView = builder.objectRef<View>('SavedView').implement({
  description: 'A named set of filters and sort order for a list.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the view.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    query: t.exposeString('query', {
      description: 'Filters and sort order as the query string of the screen’s URL.',
    }),
    isShared: t.exposeBoolean('isShared', { description: 'Whether it is shared with all users.' }),
    isMine: t.boolean({
      description: 'Whether the caller owns it.',
      resolve: ({ ownerId }, _args, { actor }) => ownerId === actor?.id,
    }),
  }),
})

builder.queryField('savedViews', (t) =>
  t.withAuth({ can: 'savedView.list' }).field({
    type: [SavedView],
    description: 'The caller’s own and shared views of a screen, by name.',
    args: { screen: t.arg({ type: SavedViewScreen, required: true, description: 'The screen.' }) },
    resolve: (_root, args, context) => listViews(context, args),
  }),
)

const SaveViewInput = builder.inputType('SaveViewInput', {
  description: 'A new view.',
  fields: (t) => ({
    screen: t.field({ type: SavedViewScreen, required: true, description: 'The screen.' }),
    name: t.string({ required: true, description: 'Its name, at most 60 characters.' }),
    query: t.string({
      required: true,
      description: 'Query of the screen’s address; only filters and order are kept of it.',
    }),
    isShared: t.boolean({
      description: 'Shares it with all users. Needs the admin role; not allowed for a view with a search.',
    }),
  }),
})

builder.mutationField('saveView', (t) =>
  t.withAuth({ can: 'savedView.keep' }).field({
    type: SavedView,
    description: 'Saves the filters and sort order of a list.',
    args: { input: t.arg({ type: SaveViewInput, required: true, description: 'The view.' }) },
    ...runs(saveView),
  }),
)

const UpdateViewInput = builder.inputType('UpdateViewInput', {
  description: 'A view and its new filters and order.',
  fields: (t) => ({
    viewId: t.id({ required: true, description: 'ID of the view.' }),
    query: t.string({
      required: true,
      description: 'Query of the screen’s address; only filters and order are kept of it.',
    }),
  }),
})

builder.mutationField('updateView', (t) =>
  t.withAuth({ can: 'savedView.change' }).field({
    type: SavedView,
    description:
      'Gives a view other filters and another order. For its owner, and for administrators if it is shared.',
    args: {
      input: t.arg({ type: UpdateViewInput, required: true, description: 'The view and its new filters.' }),
    },
    ...runs(updateView),
  }),
)

const RenameViewInput = builder.inputType('RenameViewInput', {
  description: 'A view and its new name.',
  fields: (t) => ({
    viewId: t.id({ required: true, description: 'ID of the view.' }),
    name: t.string({ required: true, description: 'Its name, at most 60 characters.' }),
  }),
})

builder.mutationField('renameView', (t) =>
  t.withAuth({ can: 'savedView.change' }).field({
    type: SavedView,
    description: 'Renames a view. For its owner, and for administrators if it is shared.',
    args: {
      input: t.arg({ type: RenameViewInput, required: true, description: 'The view and its new name.' }),
    },
    ...runs(renameView),
  }),
)

const DeleteViewInput = builder.inputType('DeleteViewInput', {
  description: 'The view to delete.',
  fields: (t) => ({ viewId: t.id({ required: true, description: 'ID of the view.' }) }),
})

builder.mutationField('deleteView', (t) =>
  t.withAuth({ can: 'savedView.change' }).field({
    type: 'Boolean',
    description: 'Deletes a view. For its owner, and for administrators if it is shared.',
    args: { input: t.arg({ type: DeleteViewInput, required: true, description: 'Which.' }) },
    ...runs(deleteView),
  }),
)
