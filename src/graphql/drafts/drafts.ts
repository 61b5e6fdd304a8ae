import {
  type DraftField as DraftFieldShape,
  type DraftForm as DraftFormName,
  draftFormNames,
} from '#domain/drafts/draft.ts'
import { discardDraft } from '#operations/drafts/discardDraft.ts'
import { saveDraft } from '#operations/drafts/saveDraft.ts'
import { viewDraft } from '#operations/drafts/viewDraft.ts'
import { builder } from '../builder.ts'
import { runs } from '../runs.ts'

const DraftForm = builder.enumType('DraftForm', {
  description: 'A form whose unsent contents are kept.',
  values: draftFormNames,
})

const DraftField = builder.objectRef<DraftFieldShape>('DraftField').implement({
  description: 'One field of a form as it was left.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name within the form.' }),
    value: t.exposeString('value', { description: 'What it said; it need not be valid.' }),
  }),
})

const Draft = builder.prismaObject('Draft', {
  description: 'What somebody typed into a form and did not send. Kept for a week, for them alone.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the draft.' }),
    form: t.field({
      type: DraftForm,
      description: 'Which form.',
      resolve: ({ form }) => form as DraftFormName,
    }),
    subjectId: t.exposeID('subjectId', {
      nullable: true,
      description: 'Key of what the form is about; `null` where there is nothing yet.',
    }),
    content: t.field({
      type: [DraftField],
      description: 'The fields that were changed.',
      resolve: ({ content }) => content as DraftFieldShape[],
    }),
    savedAt: t.expose('savedAt', { type: 'DateTime', description: 'When it was last kept.' }),
  }),
})

builder.queryField('myDraft', (t) =>
  t.withAuth({ can: 'draft.keep' }).field({
    type: Draft,
    nullable: true,
    description: 'The caller’s own draft of a form; `null` without one.',
    args: {
      form: t.arg({ type: DraftForm, required: true, description: 'Which form.' }),
      subjectId: t.arg.id({ description: 'Key of what it is about.' }),
    },
    resolve: (_root, args, context) => viewDraft(context, args),
  }),
)

const DraftFieldInput = builder.inputType('DraftFieldInput', {
  description: 'One field of a form as it stands.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Its name within the form.' }),
    value: t.string({ required: true, description: 'What it says; it need not be valid.' }),
  }),
})

const SaveDraftInput = builder.inputType('SaveDraftInput', {
  description: 'What was typed into a form and not sent.',
  fields: (t) => ({
    form: t.field({ type: DraftForm, required: true, description: 'Which form.' }),
    subjectId: t.id({ description: 'Key of what it is about.' }),
    content: t.field({
      type: [DraftFieldInput],
      required: true,
      description: 'The fields that were changed, of at most 20,000 characters together. Never a password.',
    }),
  }),
})

builder.mutationField('saveDraft', (t) =>
  t.withAuth({ can: 'draft.keep' }).field({
    type: Draft,
    description: 'Keeps the caller’s draft of a form, in the place of one kept before.',
    args: { input: t.arg({ type: SaveDraftInput, required: true, description: 'What to keep.' }) },
    ...runs(saveDraft),
  }),
)

const DiscardDraftInput = builder.inputType('DiscardDraftInput', {
  description: 'Which draft to throw away.',
  fields: (t) => ({
    form: t.field({ type: DraftForm, required: true, description: 'Which form.' }),
    subjectId: t.id({ description: 'Key of what it is about.' }),
  }),
})

builder.mutationField('discardDraft', (t) =>
  t.withAuth({ can: 'draft.keep' }).field({
    type: 'Boolean',
    description: 'Throws the caller’s draft of a form away; whether there was one.',
    args: { input: t.arg({ type: DiscardDraftInput, required: true, description: 'Which.' }) },
    ...runs(discardDraft),
  }),
)
