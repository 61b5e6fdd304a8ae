import {
  type DraftField as DraftFieldShape,
  type DraftForm as DraftFormName,
  draftFormNames,
} from '#domain/drafts/draft.ts'
import { discardDraft } from '#operations/drafts/discardDraft.ts'
import { saveDraft } from '#operations/drafts/saveDraft.ts'
import { viewDraft } from '#operations/drafts/viewDraft.ts'
import { builder } from '../builder.ts'
import { enumValues } from '../enumValues.ts'
import { runs } from '../runs.ts'

const DraftForm = builder.enumType('DraftForm', {
  description: 'A form with saved drafts.',
  values: enumValues(draftFormNames, {
    add_patient: 'Add New Patient',
    edit_patient: 'Edit Patient',
    drop_patient: 'Drop Patient',
    schedule_consultation: 'Schedule Consultation',
    override_status: 'Change Status',
    reassign_patient: 'Reassign Patient',
    upload_record: 'Upload Record',
    add_note: 'A new note',
    edit_note: 'Edit a note',
    add_task: 'A new task',
    edit_task: 'Edit Task',
    book_appointment: 'Book Appointment',
    edit_appointment: 'Update Appointment',
    cancel_appointment: 'Cancel Appointment',
    add_user: 'Add User',
    edit_user: 'Edit User',
  }),
})

const DraftField = builder.objectRef<DraftFieldShape>('DraftField').implement({
  description: 'One unsaved form field.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name within the form.' }),
    value: t.exposeString('value', { description: 'Its value, which may be invalid.' }),
  }),
})

const Draft = builder.prismaObject('Draft', {
  description: 'Unsaved text of a form. Stored for one week and visible only to its author.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the draft.' }),
    form: t.field({
      type: DraftForm,
      description: 'The form.',
      resolve: ({ form }) => form as DraftFormName,
    }),
    subjectId: t.exposeID('subjectId', {
      nullable: true,
      description: 'ID of the subject of the form; `null` if it has none yet.',
    }),
    content: t.field({
      type: [DraftField],
      description: 'The fields that were changed.',
      resolve: ({ content }) => content as DraftFieldShape[],
    }),
    savedAt: t.expose('savedAt', { type: 'DateTime', description: 'When it was last saved.' }),
  }),
})

builder.queryField('myDraft', (t) =>
  t.withAuth({ can: 'draft.keep' }).field({
    type: Draft,
    nullable: true,
    description: 'The caller’s own draft of a form; `null` without one.',
    args: {
      form: t.arg({ type: DraftForm, required: true, description: 'The form.' }),
      subjectId: t.arg.id({ description: 'ID of the subject of the form.' }),
    },
    resolve: (_root, args, context) => viewDraft(context, args),
  }),
)

const DraftFieldInput = builder.inputType('DraftFieldInput', {
  description: 'One form field.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Its name within the form.' }),
    value: t.string({ required: true, description: 'Its value, which may be invalid.' }),
  }),
})

const SaveDraftInput = builder.inputType('SaveDraftInput', {
  description: 'The unsaved text of a form.',
  fields: (t) => ({
    form: t.field({ type: DraftForm, required: true, description: 'The form.' }),
    subjectId: t.id({ description: 'ID of the subject of the form.' }),
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
    description: 'Saves the caller’s draft of a form, replacing the previous one.',
    args: { input: t.arg({ type: SaveDraftInput, required: true, description: 'The draft.' }) },
    ...runs(saveDraft),
  }),
)

const DiscardDraftInput = builder.inputType('DiscardDraftInput', {
  description: 'The draft to discard.',
  fields: (t) => ({
    form: t.field({ type: DraftForm, required: true, description: 'The form.' }),
    subjectId: t.id({ description: 'ID of the subject of the form.' }),
  }),
})

builder.mutationField('discardDraft', (t) =>
  t.withAuth({ can: 'draft.keep' }).field({
    type: 'Boolean',
    description: 'Discards the caller’s draft of a form and returns whether there was one.',
    args: { input: t.arg({ type: DiscardDraftInput, required: true, description: 'Which.' }) },
    ...runs(discardDraft),
  }),
)
