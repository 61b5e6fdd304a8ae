import { narrowingNames } from '#domain/patients/filters.ts'
import { graphql } from '#generated/gql.ts'
import { type AnsweredFile, file, inputWith, list, route, upload, versionedRoute } from './route.ts'

/** The patient as in SPEC section 3, with creator and assignee as objects. */
export const RestPatient = graphql(`
  fragment RestPatient on Patient {
    id firstName lastName email phone dateOfBirth dateOfInjury dateOfDeath injuryDescription address preferredLanguage
    status statusSince consentFormUrl consentSignedAt consentIsManual consentRevokedAt notes
    consultationDate consultationTime consultationLocation
    dropReason droppedAt droppedBy { id firstName lastName }
    assignedAttorney { id firstName lastName role }
    createdBy { id firstName lastName }
    createdAt updatedAt version identifiers { system value }
  }
`)

const onPatient = inputWith({ id: 'patientId' })

export const patientRoutes = [
  list('GET /api/patients', {
    document: graphql(`
      query RestPatients(
        $first: Int, $after: String, $status: PatientStatus, $search: String, $assignedAttorney: String
        $createdFrom: Date, $createdTo: Date, $consentSignedFrom: Date, $consentSignedTo: Date
        $statusChangedFrom: Date, $statusChangedTo: Date, $minDaysInStatus: Int, $needsReview: Boolean
        $updatedSince: DateTime, $sort: PatientSort, $direction: SortDirection
      ) {
        patients(
          first: $first, after: $after, status: $status, search: $search, assignedAttorney: $assignedAttorney
          createdFrom: $createdFrom, createdTo: $createdTo
          consentSignedFrom: $consentSignedFrom, consentSignedTo: $consentSignedTo
          statusChangedFrom: $statusChangedFrom, statusChangedTo: $statusChangedTo, minDaysInStatus: $minDaysInStatus
          needsReview: $needsReview, updatedSince: $updatedSince, sort: $sort, direction: $direction
        ) {
          edges { cursor node { ...RestPatient } }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    filters: ['status', 'search', ...narrowingNames, 'updatedSince', 'sort', 'direction'],
    numbers: ['minDaysInStatus'],
    flags: ['needsReview'],
    connection: ({ patients }) => patients,
  }),
  route('POST /api/patients', {
    document: graphql(`
      mutation RestAddPatient($input: AddPatientInput!) { addPatient(input: $input) { ...RestPatient } }
    `),
    status: 201,
    variables: inputWith(),
    reply: ({ addPatient }) => ({ ...addPatient, message: 'Patient added successfully' }),
  }),
  route('GET /api/locked-charts', {
    document: graphql(`
      query RestLockedCharts($search: String) { lockedCharts(search: $search) { id firstName lastName } }
    `),
    filters: ['search'],
    reply: ({ lockedCharts }) => lockedCharts,
  }),
  route('GET /api/patients/by-identifier', {
    document: graphql(`
      query RestPatientByIdentifier($system: String!, $value: String!) {
        patientByIdentifier(system: $system, value: $value) { ...RestPatient }
      }
    `),
    filters: ['system', 'value'],
    reply: ({ patientByIdentifier }) => patientByIdentifier,
  }),
  route('GET /api/patients/by-ids', {
    document: graphql(
      `query RestPatientsByIds($ids: [ID!]!) { patientsByIds(ids: $ids) { ...RestPatient } }`,
    ),
    filters: ['ids'],
    lists: ['ids'],
    reply: ({ patientsByIds }) => patientsByIds,
  }),
  route('PUT /api/patients/by-identifier', {
    document: graphql(`
      mutation RestUpsertPatient($input: UpsertPatientInput!) {
        upsertPatient(input: $input) { isNew patient { ...RestPatient } }
      }
    `),
    variables: inputWith(),
    reply: ({ upsertPatient: { patient, isNew } }) => ({
      ...patient,
      isNew,
      message: isNew ? 'Patient added successfully' : 'Patient updated successfully',
    }),
  }),
  route('GET /api/patients/:id', {
    document: graphql(`query RestPatientById($id: ID!) { patient(id: $id) { ...RestPatient } }`),
    variables: ({ params }) => ({ id: params.id }),
    reply: ({ patient }) => patient,
  }),
  versionedRoute('PATCH /api/patients/:id', {
    document: graphql(`
      mutation RestEditPatient($input: EditPatientInput!) { editPatient(input: $input) { ...RestPatient } }
    `),
    variables: onPatient,
    reply: ({ editPatient }) => ({ ...editPatient, message: 'Patient updated successfully' }),
  }),
  route('POST /api/patients/:id/send-consent', {
    document: graphql(`
      mutation RestSendConsent($input: SendConsentInput!) { sendConsent(input: $input) { ...RestPatient } }
    `),
    variables: onPatient,
    reply: ({ sendConsent }) => ({ ...sendConsent, message: 'Consent form sent successfully' }),
  }),
  versionedRoute('PUT /api/patients/:id/schedule', {
    document: graphql(`
      mutation RestScheduleConsultation($input: ScheduleConsultationInput!) {
        scheduleConsultation(input: $input) { ...RestPatient }
      }
    `),
    variables: onPatient,
    reply: ({ scheduleConsultation }) => ({
      ...scheduleConsultation,
      message: 'Consultation scheduled successfully',
    }),
  }),
  versionedRoute('PATCH /api/patients/:id/status', {
    document: graphql(`
      mutation RestOverrideStatus($input: OverridePatientStatusInput!) {
        overridePatientStatus(input: $input) { ...RestPatient }
      }
    `),
    variables: onPatient,
    reply: ({ overridePatientStatus }) => ({
      ...overridePatientStatus,
      message: 'Patient status updated successfully',
    }),
  }),
  versionedRoute('PATCH /api/patients/:id/assignment', {
    document: graphql(`
      mutation RestReassign($input: ReassignPatientInput!) { reassignPatient(input: $input) { ...RestPatient } }
    `),
    variables: onPatient,
    reply: ({ reassignPatient }) => ({
      ...reassignPatient,
      message: 'Patient assignment updated successfully',
    }),
  }),
  versionedRoute('POST /api/patients/:id/drop', {
    document: graphql(`
      mutation RestDropPatient($input: DropPatientInput!) { dropPatient(input: $input) { ...RestPatient } }
    `),
    variables: onPatient,
    reply: ({ dropPatient }) => ({ ...dropPatient, message: 'Patient dropped' }),
  }),
  file('GET /api/patients/:id/consent-form', {
    document: graphql(`
      query RestConsentForm($patientId: ID!, $requestId: ID, $part: ConsentFormPart) {
        consentForm(patientId: $patientId, requestId: $requestId, part: $part) { fileName mimeType content }
      }
    `),
    variables: ({ params }) => ({ patientId: params.id }),
    filters: ['requestId', 'part'],
    file: ({ consentForm: { content, ...rest } }) => ({
      ...rest,
      content: content as AnsweredFile['content'],
    }),
  }),
  file('GET /api/patients/:id/consent-requests/:requestId/proof', {
    document: graphql(`
      query RestAuthorityProof($patientId: ID!, $requestId: ID!) {
        authorityProof(patientId: $patientId, requestId: $requestId) { fileName mimeType content }
      }
    `),
    variables: ({ params }) => ({ patientId: params.id, requestId: params.requestId }),
    file: ({ authorityProof: { content, ...rest } }) => ({
      ...rest,
      content: content as AnsweredFile['content'],
    }),
  }),
  upload('POST /api/patients/:id/consent-form', {
    document: graphql(`
      mutation RestRecordPaperConsent($input: RecordPaperConsentInput!) {
        recordPaperConsent(input: $input) { ...RestPatient }
      }
    `),
    json: ['recipients', 'scope'],
    variables: onPatient,
    reply: ({ recordPaperConsent }) => ({
      ...recordPaperConsent,
      message: 'Paper consent recorded successfully',
    }),
  }),
  route('GET /api/dashboard/stats', {
    document: graphql(`
      query RestDashboardStats { dashboardStats { totalPatients pendingConsent consentSigned schedulable } }
    `),
    reply: ({ dashboardStats }) => dashboardStats,
  }),
]
