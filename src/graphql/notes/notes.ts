import { noteTypes } from '#domain/notes/note.ts'
import { addNote, deleteNote, editNote, listNotes, viewNote } from '#operations/notes/notes.ts'

import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { runs } from '../runs.ts'
import { selected, selectedNodes } from '../selection.ts'

const NoteType = builder.enumType('NoteType', { description: 'Type of a note.', values: noteTypes })

const PatientNote = builder.prismaObject('PatientNote', {
  description: 'A note on a patient.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the note.' }),
    content: t.exposeString('content', { description: 'Text of the note.' }),
    noteType: t.expose('noteType', { type: NoteType, description: 'Type of the note.' }),
    createdBy: t.relation('createdBy', { description: 'Author, the only user who may edit it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last edited.' }),
  }),
})

builder.queryField('patientNotes', (t) =>
  t.withAuth({ can: 'note.read' }).connection(
    {
      type: PatientNote,
      description: 'Notes on a patient, newest first. `not_found` if the caller cannot see the patient.',
      args: { patientId: t.arg.id({ required: true, description: 'ID of the patient.' }) },
      resolve: async (_root, { patientId, ...page }, context, info) =>
        asConnection(await listNotes(context, patientId, page, selectedNodes(context, info))),
    },
    { description: 'One page of notes.' },
  ),
)

builder.queryField('patientNote', (t) =>
  t.withAuth({ can: 'note.read' }).field({
    type: PatientNote,
    description: 'One note. Also `not_found` if it is on another patient than the one named.',
    args: {
      patientId: t.arg.id({ required: true, description: 'ID of the patient.' }),
      noteId: t.arg.id({ required: true, description: 'ID of the note.' }),
    },
    resolve: (_root, args, context, info) => viewNote(context, args, selected(context, info)),
  }),
)

const AddNoteInput = builder.inputType('AddNoteInput', {
  description: 'A new note on a patient.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    content: t.string({ required: true, description: 'Text of the note; not empty.' }),
    noteType: t.field({ type: NoteType, description: 'Type of the note; default: `general`.' }),
  }),
})

builder.mutationField('addNote', (t) =>
  t.withAuth({ can: 'note.add' }).field({
    type: PatientNote,
    description: 'Adds a note to a patient.',
    args: { input: t.arg({ type: AddNoteInput, required: true, description: 'The patient and the note.' }) },
    ...runs(addNote),
  }),
)

const EditNoteInput = builder.inputType('EditNoteInput', {
  description: 'Changes to a note; omitted fields stay unchanged.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    noteId: t.id({ required: true, description: 'ID of the note.' }),
    content: t.string({ description: 'New text of the note; not empty.' }),
    noteType: t.field({ type: NoteType, description: 'Type of the note.' }),
  }),
})

builder.mutationField('editNote', (t) =>
  t.withAuth({ can: 'note.edit' }).field({
    type: PatientNote,
    description: 'Edits a note. `forbidden` for anyone except its author.',
    args: { input: t.arg({ type: EditNoteInput, required: true, description: 'The note and its changes.' }) },
    ...runs(editNote),
  }),
)

const DeleteNoteInput = builder.inputType('DeleteNoteInput', {
  description: 'The note to delete.',
  fields: (t) => ({
    patientId: t.id({ required: true, description: 'ID of the patient.' }),
    noteId: t.id({ required: true, description: 'ID of the note.' }),
  }),
})

builder.mutationField('deleteNote', (t) =>
  t.withAuth({ can: 'note.delete' }).field({
    type: 'Boolean',
    description: 'Deletes a note; the row is kept but hidden. For its author and administrators.',
    args: { input: t.arg({ type: DeleteNoteInput, required: true, description: 'The note.' }) },
    ...runs(deleteNote),
  }),
)
