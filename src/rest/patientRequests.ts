import { graphql } from '#generated/gql.ts'
import { inputWith, list, route } from './route.ts'

export const RestPatientRequest = graphql(`
  fragment RestPatientRequest on PatientRequest {
    id kind details receivedOn dueOn extendedOn extensionReason answeredOn outcome denialReason
    recordedBy { id firstName lastName } answeredBy { id firstName lastName }
  }
`)

const onRequest = inputWith({ id: 'patientId', requestId: 'patientRequestId' })

export const patientRequestRoutes = [
  list('GET /api/patient-requests', {
    document: graphql(`
      query RestPatientRequests($first: Int, $after: String, $isAnswered: Boolean) {
        patientRequests(first: $first, after: $after, isAnswered: $isAnswered) {
          edges { cursor node { ...RestPatientRequest patient { id firstName lastName } } }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    filters: ['isAnswered'],
    flags: ['isAnswered'],
    connection: ({ patientRequests }) => patientRequests,
  }),
  route('POST /api/patients/:id/requests', {
    document: graphql(`
      mutation RestRecordPatientRequest($input: RecordPatientRequestInput!) {
        recordPatientRequest(input: $input) { ...RestPatientRequest }
      }
    `),
    status: 201,
    variables: inputWith({ id: 'patientId' }),
    reply: ({ recordPatientRequest }) => ({
      ...recordPatientRequest,
      message: 'Request recorded successfully',
    }),
  }),
  route('POST /api/patients/:id/requests/:requestId/extend', {
    document: graphql(`
      mutation RestExtendPatientRequest($input: ExtendPatientRequestInput!) {
        extendPatientRequest(input: $input) { ...RestPatientRequest }
      }
    `),
    variables: onRequest,
    reply: ({ extendPatientRequest }) => ({
      ...extendPatientRequest,
      message: 'Request extended successfully',
    }),
  }),
  route('POST /api/patients/:id/requests/:requestId/answer', {
    document: graphql(`
      mutation RestAnswerPatientRequest($input: AnswerPatientRequestInput!) {
        answerPatientRequest(input: $input) { ...RestPatientRequest }
      }
    `),
    variables: onRequest,
    reply: ({ answerPatientRequest }) => ({
      ...answerPatientRequest,
      message: 'Answer recorded successfully',
    }),
  }),
]
