import { removals } from '#domain/records/removals.ts'
import { graphql } from '#generated/gql.ts'
import { type AnsweredFile, file, list, route, upload } from './route.ts'

export const RestRecord = graphql(`
  fragment RestRecord on PatientRecord {
    id fileName fileSize mimeType description imageDescription category serviceDate removed scanState scanReason scanFinding scannedAt createdAt uploadedBy { id firstName lastName }
  }
`)

export const recordRoutes = [
  list('GET /api/patients/:id/records', {
    document: graphql(`
      query RestRecords($patientId: ID!, $first: Int, $after: String) {
        patientRecords(patientId: $patientId, first: $first, after: $after) {
          edges { cursor node { ...RestRecord } }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    variables: ({ params }) => ({ patientId: params.id }),
    connection: ({ patientRecords }) => patientRecords,
  }),
  upload('POST /api/patients/:id/records', {
    document: graphql(`
      mutation RestUploadRecord($input: UploadRecordInput!) { uploadRecord(input: $input) { ...RestRecord } }
    `),
    variables: ({ params, body }) => ({ input: { ...body, patientId: params.id } }),
    reply: ({ uploadRecord }) => ({
      ...uploadRecord,
      message: [
        'Patient record uploaded successfully',
        ...uploadRecord.removed.map((part) => removals[part]),
      ].join('. '),
    }),
  }),
  file('GET /api/patients/:id/records/:recordId/file', {
    document: graphql(`
      query RestRecordFile($patientId: ID!, $recordId: ID!) {
        recordFile(patientId: $patientId, recordId: $recordId) { fileName mimeType content }
      }
    `),
    variables: ({ params }) => ({ patientId: params.id, recordId: params.recordId }),
    file: ({ recordFile: { content, ...rest } }) => ({
      ...rest,
      content: content as AnsweredFile['content'],
    }),
  }),
  file('GET /api/patients/:id/records/:recordId/view', {
    document: graphql(`
      query RestRecordView($patientId: ID!, $recordId: ID!) {
        recordView(patientId: $patientId, recordId: $recordId) { fileName mimeType content }
      }
    `),
    variables: ({ params }) => ({ patientId: params.id, recordId: params.recordId }),
    file: ({ recordView: { content, ...rest } }) => ({
      ...rest,
      content: content as AnsweredFile['content'],
    }),
  }),
  route('DELETE /api/patients/:id/records/:recordId', {
    document: graphql(
      `mutation RestDeleteRecord($input: DeleteRecordInput!) { deleteRecord(input: $input) }`,
    ),
    variables: ({ params, body }) => ({
      input: { ...body, patientId: params.id, recordId: params.recordId },
    }),
    reply: () => ({ message: 'Record deleted successfully' }),
  }),
]
