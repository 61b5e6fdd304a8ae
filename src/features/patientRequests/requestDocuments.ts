import { graphql } from '#generated/gql.ts'

export const PatientRequestRow = graphql(`
  fragment PatientRequestRow on PatientRequest {
    id kind details receivedOn dueOn extendedOn extensionReason answeredOn outcome denialReason
  }
`)

export const recordPatientRequest = graphql(`
  mutation RecordPatientRequest($input: RecordPatientRequestInput!) {
    recordPatientRequest(input: $input) { id }
  }
`)

export const extendPatientRequest = graphql(`
  mutation ExtendPatientRequest($input: ExtendPatientRequestInput!) {
    extendPatientRequest(input: $input) { ...PatientRequestRow }
  }
`)

export const answerPatientRequest = graphql(`
  mutation AnswerPatientRequest($input: AnswerPatientRequestInput!) {
    answerPatientRequest(input: $input) { ...PatientRequestRow }
  }
`)

export const patientRequestsQuery = graphql(`
  query PatientRequestsDialog($isAnswered: Boolean, $first: Int, $after: String) {
    patientRequests(isAnswered: $isAnswered, first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges { node { ...PatientRequestRow patient { id firstName lastName } } }
    }
  }
`)
