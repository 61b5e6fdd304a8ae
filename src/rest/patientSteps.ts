import { graphql } from '#generated/gql.ts'
import { inputWith, list, route } from './route.ts'

const onPatient = inputWith({ id: 'patientId' })

export const patientStepRoutes = [
  route('POST /api/patients/:id/mark-schedulable', {
    document: graphql(`
      mutation RestMarkSchedulable($input: PatientIdInput!) { markSchedulable(input: $input) { ...RestPatient } }
    `),
    variables: onPatient,
    reply: ({ markSchedulable }) => ({ ...markSchedulable, message: 'Patient is ready to schedule' }),
  }),
  route('POST /api/patients/:id/await-records', {
    document: graphql(`
      mutation RestAwaitRecords($input: PatientIdInput!) { awaitRecords(input: $input) { ...RestPatient } }
    `),
    variables: onPatient,
    reply: ({ awaitRecords }) => ({ ...awaitRecords, message: 'Patient is waiting for records' }),
  }),
  route('POST /api/patients/:id/mark-records-forwarded', {
    document: graphql(`
      mutation RestMarkRecordsForwarded($input: PatientIdInput!) { markRecordsForwarded(input: $input) { ...RestPatient } }
    `),
    variables: onPatient,
    reply: ({ markRecordsForwarded }) => ({
      ...markRecordsForwarded,
      message: 'Records marked as forwarded',
    }),
  }),
  route('POST /api/patients/:id/complete-treatment', {
    document: graphql(`
      mutation RestCompleteTreatment($input: PatientIdInput!) { completeTreatment(input: $input) { ...RestPatient } }
    `),
    variables: onPatient,
    reply: ({ completeTreatment }) => ({ ...completeTreatment, message: 'Treatment completed' }),
  }),
  route('PUT /api/patients/:id/reminders', {
    document: graphql(`
      mutation RestSetPatientReminders($input: SetPatientRemindersInput!) { setPatientReminders(input: $input) { ...RestPatient } }
    `),
    variables: onPatient,
    reply: ({ setPatientReminders }) => ({ ...setPatientReminders, message: 'Reminders updated' }),
  }),
  route('POST /api/patients/:id/restrict', {
    document: graphql(`
      mutation RestRestrictPatient($input: RestrictPatientInput!) { restrictPatient(input: $input) { ...RestPatient } }
    `),
    variables: onPatient,
    reply: ({ restrictPatient }) => ({ ...restrictPatient, message: 'Chart restricted' }),
  }),
  route('POST /api/patients/:id/lift-restriction', {
    document: graphql(`
      mutation RestLiftRestriction($input: LiftRestrictionInput!) { liftRestriction(input: $input) { ...RestPatient } }
    `),
    variables: onPatient,
    reply: ({ liftRestriction }) => ({ ...liftRestriction, message: 'Restriction lifted' }),
  }),
  list('GET /api/patients/:id/status-history', {
    document: graphql(`
      query RestStatusHistory($patientId: ID!, $first: Int, $after: String) {
        patientStatusHistory(patientId: $patientId, first: $first, after: $after) {
          edges { cursor node { id from to reason days changedAt changedBy { id firstName lastName } } }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    variables: ({ params }) => ({ patientId: params.id }),
    connection: ({ patientStatusHistory }) => patientStatusHistory,
  }),
  list('GET /api/patients/:id/timeline', {
    document: graphql(`
      query RestTimeline($patientId: ID!, $first: Int, $after: String) {
        patientTimeline(patientId: $patientId, first: $first, after: $after) {
          edges {
            cursor
            node { id action resourceType description subject reason scheduledAt userName createdAt }
          }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    variables: ({ params }) => ({ patientId: params.id }),
    connection: ({ patientTimeline }) => patientTimeline,
  }),
  route('GET /api/possible-duplicates', {
    document: graphql(`
      query RestPossibleDuplicates(
        $firstName: String, $lastName: String, $dateOfBirth: Date, $phone: String, $patientId: ID
      ) {
        possibleDuplicates(input: {
          firstName: $firstName, lastName: $lastName, dateOfBirth: $dateOfBirth, phone: $phone, patientId: $patientId
        }) { id firstName lastName dateOfBirth phone status }
      }
    `),
    filters: ['firstName', 'lastName', 'dateOfBirth', 'phone', 'patientId'],
    reply: ({ possibleDuplicates }) => possibleDuplicates,
  }),
]
