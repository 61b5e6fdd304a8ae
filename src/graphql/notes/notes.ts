import { listNotes } from '#operations/notes/listNotes.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { selectedNodes } from '../selection.ts'

const NoteType = builder.enumType('NoteType', {
  description: 'What a note is about.',
  values: ['general', 'appointment', 'treatment', 'legal', 'insurance'] as const,
})

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
