import { removals } from '#domain/records/removals.ts'
import { graphql } from '#generated/gql.ts'
import { type AnsweredFile, file, inputWith, list, route, upload, versionedRoute } from './route.ts'

const onRecord = inputWith({ id: 'patientId', recordId: 'recordId' })

export const RestRecord = graphql(`
  fragment RestRecord on PatientRecord {
    id version patientId fileName fileSize mimeType description imageDescription category serviceDate accompanyingStatement removed scanState scanReason scanFinding scannedAt createdAt uploadedBy { id firstName lastName }
    identifiers { system value }
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
    json: ['identifiers'],
    variables: inputWith({ id: 'patientId' }),
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
  route('GET /api/records/by-identifier', {
    document: graphql(`
      query RestRecordByIdentifier($system: String!, $value: String!) {
        patientRecordByIdentifier(system: $system, value: $value) { ...RestRecord sha256 }
      }
    `),
    filters: ['system', 'value'],
    reply: ({ patientRecordByIdentifier }) => patientRecordByIdentifier,
  }),
  route('GET /api/patients/:id/records/:recordId', {
    document: graphql(`
      query RestRecordById($patientId: ID!, $recordId: ID!) {
        patientRecord(patientId: $patientId, recordId: $recordId) { ...RestRecord sha256 }
      }
    `),
    variables: ({ params }) => ({ patientId: params.id, recordId: params.recordId }),
    reply: ({ patientRecord }) => patientRecord,
  }),
  versionedRoute('PATCH /api/patients/:id/records/:recordId', {
    document: graphql(`
      mutation RestEditRecord($input: EditRecordInput!) { editRecord(input: $input) { ...RestRecord } }
    `),
    variables: onRecord,
    reply: ({ editRecord }) => ({ ...editRecord, message: 'Record updated successfully' }),
  }),
  route('PUT /api/patients/:id/records/:recordId/image-description', {
    document: graphql(`
      mutation RestDescribeImage($input: DescribeImageInput!) { describeImage(input: $input) { ...RestRecord } }
    `),
    variables: onRecord,
    reply: ({ describeImage }) => ({ ...describeImage, message: 'Description updated successfully' }),
  }),
  route('POST /api/patients/:id/records/:recordId/restore', {
    document: graphql(`
      mutation RestRestoreRecord($input: RestoreRecordInput!) { restoreRecord(input: $input) { ...RestRecord } }
    `),
    variables: onRecord,
    reply: ({ restoreRecord }) => ({ ...restoreRecord, message: 'Record restored successfully' }),
  }),
  route('POST /api/patients/:id/records/:recordId/move', {
    document: graphql(`
      mutation RestMoveRecord($input: MoveRecordInput!) {
        moveRecord(input: $input) { mistakes record { ...RestRecord } }
      }
    `),
    variables: onRecord,
    reply: ({ moveRecord: { mistakes, record } }) => ({
      ...record,
      mistakes,
      message: 'Record moved successfully',
    }),
  }),
  route('POST /api/patients/:id/records/:recordId/rescan', {
    document: graphql(`
      mutation RestRescanRecord($input: RescanRecordInput!) { rescanRecord(input: $input) { ...RestRecord } }
    `),
    variables: onRecord,
    reply: ({ rescanRecord }) => ({ ...rescanRecord, message: 'Record is scanned again' }),
  }),
  list('GET /api/patients/:id/deleted-records', {
    document: graphql(`
      query RestDeletedRecords($patientId: ID!, $first: Int, $after: String) {
        deletedRecords(patientId: $patientId, first: $first, after: $after) {
          edges {
            cursor
            node {
              id fileName fileSize mimeType sha256 createdAt deletedAt deleteReason purgesAt purgedAt isHeld
              uploadedBy { id firstName lastName } deletedBy { id firstName lastName }
            }
          }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    variables: ({ params }) => ({ patientId: params.id }),
    connection: ({ deletedRecords }) => deletedRecords,
  }),
  route('DELETE /api/patients/:id/records/:recordId', {
    document: graphql(
      `mutation RestDeleteRecord($input: DeleteRecordInput!) { deleteRecord(input: $input) }`,
    ),
    variables: inputWith({ id: 'patientId', recordId: 'recordId' }),
    reply: () => ({ message: 'Record deleted successfully' }),
  }),
]
