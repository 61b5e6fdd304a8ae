import { noteTypes, noteVisibilities } from '#domain/notes/note.ts'
import {
  addNote,
  deleteNote,
  editNote,
  listNotes,
  listNoteVersions,
  viewNote,
} from '#operations/notes/notes.ts'
import { isWithheld } from '#operations/notes/readableNotes.ts'

import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { enumValues } from '../enumValues.ts'
import { Node } from '../nodes/Node.ts'
import { runs } from '../runs.ts'
import { selected, selectedNodes } from '../selection.ts'
import { expectedVersion, version } from '../version.ts'

const NoteType = builder.enumType('NoteType', {
  description: 'Type of a note.',
  values: enumValues(noteTypes, {
    general: 'Anything else',
    treatment: 'About treatment',
    legal: 'About the legal matter',
    insurance: 'About insurance',
    appointment: 'About an appointment',
  }),
})

const NoteVisibility = builder.enumType('NoteVisibility', {
  description:
    'Who can read a note: `shared` the clinic and the assigned attorney, `internal` the clinic, `work_product` only the attorney who wrote it.',
  values: enumValues(noteVisibilities, {
    internal: 'The clinic',
    shared: 'The clinic and the assigned attorney',
    work_product: 'Only the attorney who wrote it',
  }),
})

const PatientNote = builder.prismaObject('PatientNote', {
  interfaces: [Node],
  description: 'A note on a patient.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the note.' }),
    version: t.string(version),
    content: t.exposeString('content', { description: 'Text of the note. Empty if it is withheld.' }),
    noteType: t.expose('noteType', { type: NoteType, description: 'Type of the note.' }),
    visibility: t.expose('visibility', { type: NoteVisibility, description: 'Who can read it.' }),
    isWithheld: t.boolean({
      description:
        'Whether the caller sees only that the note exists: an administrator can delete work product unread.',
      resolve: (note, _args, { actor }) => !actor || isWithheld({ actor }, note),
    }),
    createdBy: t.relation('createdBy', { description: 'Author, the only user who may edit it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last edited.' }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was deleted; `null` if it was not.',
    }),
  }),
})

const PatientNoteVersion = builder.prismaObject('PatientNoteVersion', {
  description: 'What a note said before an edit.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the version.' }),
    content: t.exposeString('content', { description: 'Text of the note.' }),
    noteType: t.expose('noteType', { type: NoteType, description: 'Type of the note.' }),
    visibility: t.expose('visibility', { type: NoteVisibility, description: 'Who could read it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When this version was written.' }),
  }),
})

builder.queryField('patientNotes', (t) =>
  t.withAuth({ can: 'note.read' }).connection(
    {
      type: PatientNote,
      description: 'Notes on a patient, newest first. `not_found` if the caller cannot see the patient.',
      args: {
        patientId: t.arg.id({ required: true, description: 'ID of the patient.' }),
        includeDeleted: t.arg.boolean({ description: 'Whether to list deleted notes too; default: false.' }),
      },
      resolve: async (_root, { patientId, ...page }, context, info) =>
        asConnection(await listNotes(context, patientId, page, selectedNodes(context, info))),
    },
    { description: 'One page of notes.' },
  ),
)

builder.queryField('patientNoteVersions', (t) =>
  t.withAuth({ can: 'note.read' }).connection(
    {
      type: PatientNoteVersion,
      description:
        'Earlier versions of a note, newest first, also of a deleted note. `not_found` if the caller cannot read the note.',
      args: {
        patientId: t.arg.id({ required: true, description: 'ID of the patient.' }),
        noteId: t.arg.id({ required: true, description: 'ID of the note.' }),
      },
      resolve: async (_root, { patientId, noteId, ...page }, context) =>
        asConnection(await listNoteVersions(context, { patientId, noteId }, page)),
    },
    { description: 'One page of versions.' },
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
    visibility: t.field({
      type: NoteVisibility,
      description:
        'Who can read it; default: `shared`. Attorneys choose `work_product`, the clinic `internal`.',
    }),
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
    visibility: t.field({ type: NoteVisibility, description: 'Who can read it.' }),
    expectedVersion: t.string({ description: expectedVersion }),
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
