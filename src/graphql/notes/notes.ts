import { noteTypes } from '#domain/notes/note.ts'
import { addNote } from '#operations/notes/addNote.ts'
import { deleteNote } from '#operations/notes/deleteNote.ts'
import { editNote } from '#operations/notes/editNote.ts'
import { listNotes } from '#operations/notes/listNotes.ts'
import { viewNote } from '#operations/notes/viewNote.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { runs } from '../runs.ts'
import { selected, selectedNodes } from '../selection.ts'

const NoteType = builder.enumType('NoteType', { description: 'What a note is about.', values: noteTypes })

const PatientNote = builder.prismaObject('PatientNote', {
  description: 'A remark on a patient.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the note.' }),
    content: t.exposeString('content', { description: 'What was written.' }),
    noteType: t.expose('noteType', { type: NoteType, description: 'What it is about.' }),
    createdBy: t.relation('createdBy', { description: 'Who wrote it, and alone may edit it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last edited.' }),
  }),
})

builder.queryField('patientNotes', (t) =>
  t.withAuth({ can: 'note.read' }).connection(
    {
      type: PatientNote,
      description: 'Notes on a patient, newest first. A patient of somebody else is `not_found`.',
      args: { patientId: t.arg.id({ required: true, description: 'Key of the patient.' }) },
      resolve: async (_root, { patientId, ...page }, context, info) =>
        asConnection(await listNotes(context, patientId, page, selectedNodes(context, info))),
    },
    { description: 'One page of notes.' },
  ),
)

builder.queryField('patientNote', (t) =>
  t.withAuth({ can: 'note.read' }).field({
    type: PatientNote,
    description: 'One note. `not_found` also when it is on another patient than the one named.',
    args: {
      patientId: t.arg.id({ required: true, description: 'Key of the patient.' }),
      noteId: t.arg.id({ required: true, description: 'Key of the note.' }),
    },
    resolve: (_root, args, context, info) => viewNote(context, args, selected(context, info)),
  }),
)

const AddNoteInput = builder.inputType('AddNoteInput', {
  description: 'A new remark on a patient.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'Key of the patient.' }),
    content: t.string({ required: true, description: 'What to write; not empty.' }),
    noteType: t.field({ type: NoteType, description: 'What it is about; `general` when left out.' }),
  }),
})

builder.mutationField('addNote', (t) =>
  t.withAuth({ can: 'note.add' }).field({
    type: PatientNote,
    description: 'Leaves a remark on a patient.',
    args: { input: t.arg({ type: AddNoteInput, required: true, description: 'On whom, and what.' }) },
    ...runs(addNote),
  }),
)

const EditNoteInput = builder.inputType('EditNoteInput', {
  description: 'Changes to a note: what is left out stays.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'Key of the patient.' }),
    noteId: t.id({ required: true, description: 'Key of the note.' }),
    content: t.string({ description: 'What it says now; not empty.' }),
    noteType: t.field({ type: NoteType, description: 'What it is about.' }),
  }),
})

builder.mutationField('editNote', (t) =>
  t.withAuth({ can: 'note.edit' }).field({
    type: PatientNote,
    description: 'Changes a note. `forbidden` for anybody but its creator.',
    args: { input: t.arg({ type: EditNoteInput, required: true, description: 'Which, and how.' }) },
    ...runs(editNote),
  }),
)

const DeleteNoteInput = builder.inputType('DeleteNoteInput', {
  description: 'Which note to delete.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'Key of the patient.' }),
    noteId: t.id({ required: true, description: 'Key of the note.' }),
  }),
})

builder.mutationField('deleteNote', (t) =>
  t.withAuth({ can: 'note.delete' }).field({
    type: 'Boolean',
    description: 'Deletes a note; the row is kept out of sight. For its creator and administrators.',
    args: { input: t.arg({ type: DeleteNoteInput, required: true, description: 'Which.' }) },
    ...runs(deleteNote),
  }),
)
