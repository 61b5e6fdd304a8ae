import { graphql } from '#generated/gql.ts'
import { inputWith, list, route, versionedRoute } from './route.ts'

export const RestNote = graphql(`
  fragment RestNote on PatientNote {
    id version content noteType visibility isWithheld createdAt updatedAt createdBy { id firstName lastName }
  }
`)

const onNote = inputWith({ id: 'patientId', noteId: 'noteId' })

export const noteRoutes = [
  list('GET /api/patients/:id/notes', {
    document: graphql(`
      query RestNotes($patientId: ID!, $first: Int, $after: String) {
        patientNotes(patientId: $patientId, first: $first, after: $after) {
          edges { cursor node { ...RestNote } }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    variables: ({ params }) => ({ patientId: params.id }),
    connection: ({ patientNotes }) => patientNotes,
  }),
  route('POST /api/patients/:id/notes', {
    document: graphql(
      `mutation RestAddNote($input: AddNoteInput!) { addNote(input: $input) { ...RestNote } }`,
    ),
    status: 201,
    variables: inputWith({ id: 'patientId' }),
    reply: ({ addNote }) => ({ ...addNote, message: 'Note added successfully' }),
  }),
  route('GET /api/patients/:id/notes/:noteId', {
    document: graphql(`
      query RestNoteById($patientId: ID!, $noteId: ID!) {
        patientNote(patientId: $patientId, noteId: $noteId) { ...RestNote }
      }
    `),
    variables: ({ params }) => ({ patientId: params.id, noteId: params.noteId }),
    reply: ({ patientNote }) => patientNote,
  }),
  list('GET /api/patients/:id/notes/:noteId/versions', {
    document: graphql(`
      query RestNoteVersions($patientId: ID!, $noteId: ID!, $first: Int, $after: String) {
        patientNoteVersions(patientId: $patientId, noteId: $noteId, first: $first, after: $after) {
          edges { cursor node { id content noteType visibility createdAt } }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    variables: ({ params }) => ({ patientId: params.id, noteId: params.noteId }),
    connection: ({ patientNoteVersions }) => patientNoteVersions,
  }),
  versionedRoute('PUT /api/patients/:id/notes/:noteId', {
    document: graphql(
      `mutation RestEditNote($input: EditNoteInput!) { editNote(input: $input) { ...RestNote } }`,
    ),
    variables: onNote,
    reply: ({ editNote }) => ({ ...editNote, message: 'Note updated successfully' }),
  }),
  route('DELETE /api/patients/:id/notes/:noteId', {
    document: graphql(`mutation RestDeleteNote($input: DeleteNoteInput!) { deleteNote(input: $input) }`),
    variables: onNote,
    reply: () => ({ message: 'Note deleted successfully' }),
  }),
]
