import { graphql } from '#generated/gql.ts'

export const recordRow = graphql(`
  fragment RecordRow on PatientRecord {
    id version fileName fileSize mimeType description imageDescription category serviceDate removed createdAt uploadedBy { id firstName lastName }
    scanState scanReason scanFinding scanTrouble scannedAt isServed isRescannable isDescribable isHeld
    identifiers { system value }
  }
`)

export const recordsQuery = graphql(`
  query RecordsList(
    $patientId: ID!, $first: Int, $after: String, $category: RecordCategory, $withoutCategory: Boolean
  ) {
    patientRecords(
      patientId: $patientId, first: $first, after: $after, category: $category, withoutCategory: $withoutCategory
    ) {
      pageInfo { hasNextPage endCursor }
      edges { node { ...RecordRow } }
    }
  }
`)

export const editRecord = graphql(`
  mutation EditRecordDialog($input: EditRecordInput!) { editRecord(input: $input) { ...RecordRow } }
`)

export const rescanRecord = graphql(`
  mutation RecordsList_Rescan($input: RescanRecordInput!) { rescanRecord(input: $input) { ...RecordRow } }
`)

export const describeImage = graphql(`
  mutation DescribeImageDialog($input: DescribeImageInput!) { describeImage(input: $input) { ...RecordRow } }
`)

export const deletedRow = graphql(`
  fragment DeletedRow on DeletedRecord {
    id fileName fileSize mimeType deletedAt deletedBy { id firstName lastName } deleteReason purgesAt purgedAt sha256 isHeld
  }
`)

export const deletedQuery = graphql(`
  query DeletedRecords($patientId: ID!, $first: Int, $after: String) {
    deletedRecords(patientId: $patientId, first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges { node { ...DeletedRow } }
    }
  }
`)

export const restoreRecord = graphql(`
  mutation DeletedRecords_Restore($input: RestoreRecordInput!) {
    restoreRecord(input: $input) { id fileName }
  }
`)
