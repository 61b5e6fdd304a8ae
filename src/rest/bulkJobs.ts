import { graphql } from '#generated/gql.ts'
import { inputWith, list, route, table } from './route.ts'

export const RestBulkJob = graphql(`
  fragment RestBulkJob on BulkJob {
    id kind state rowsTotal done skipped isUndo canUndo error createdAt finishedAt
  }
`)

const onJob = inputWith({ id: 'bulkJobId' })

export const bulkJobRoutes = [
  table('GET /api/bulk-jobs/:id/patients.csv', {
    document: graphql(`
      query RestBulkJobReport($id: ID!, $after: String) {
        bulkJobReport(id: $id, after: $after) { columns rows endCursor hasNextPage }
      }
    `),
    variables: ({ params }) => ({ id: params.id }),
    filters: [],
    format: 'csv',
    name: 'patients',
    part: ({ bulkJobReport }) => bulkJobReport,
  }),
  route('POST /api/bulk-jobs/assign-patients', {
    document: graphql(`
      mutation RestAssignPatients($input: AssignPatientsInput!) { assignPatients(input: $input) { ...RestBulkJob } }
    `),
    status: 201,
    variables: inputWith(),
    reply: ({ assignPatients }) => ({ ...assignPatients, message: 'Job started' }),
  }),
  route('POST /api/bulk-jobs/send-consent', {
    document: graphql(`
      mutation RestSendConsentToPatients($input: SendConsentToPatientsInput!) { sendConsentToPatients(input: $input) { ...RestBulkJob } }
    `),
    status: 201,
    variables: inputWith(),
    reply: ({ sendConsentToPatients }) => ({ ...sendConsentToPatients, message: 'Job started' }),
  }),
  route('POST /api/bulk-jobs/add-task', {
    document: graphql(`
      mutation RestAddTaskToPatients($input: AddTaskToPatientsInput!) { addTaskToPatients(input: $input) { ...RestBulkJob } }
    `),
    status: 201,
    variables: inputWith(),
    reply: ({ addTaskToPatients }) => ({ ...addTaskToPatients, message: 'Job started' }),
  }),
  route('GET /api/bulk-jobs/:id', {
    document: graphql(`query RestBulkJobById($id: ID!) { bulkJob(id: $id) { ...RestBulkJob } }`),
    variables: ({ params }) => ({ id: params.id }),
    reply: ({ bulkJob }) => bulkJob,
  }),
  list('GET /api/bulk-jobs/:id/rows', {
    document: graphql(`
      query RestBulkJobRows($id: ID!, $first: Int, $after: String, $outcome: BulkJobOutcome) {
        bulkJobRows(id: $id, first: $first, after: $after, outcome: $outcome) {
          edges { cursor node { position outcome reason patient { id firstName lastName } } }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    variables: ({ params }) => ({ id: params.id }),
    filters: ['outcome'],
    connection: ({ bulkJobRows }) => bulkJobRows,
  }),
  route('POST /api/bulk-jobs/:id/undo', {
    document: graphql(`
      mutation RestUndoBulkJob($input: BulkJobInput!) { undoBulkJob(input: $input) { ...RestBulkJob } }
    `),
    variables: onJob,
    reply: ({ undoBulkJob }) => ({ ...undoBulkJob, message: 'Job started' }),
  }),
  route('POST /api/bulk-jobs/:id/cancel', {
    document: graphql(`
      mutation RestCancelBulkJob($input: BulkJobInput!) { cancelBulkJob(input: $input) { ...RestBulkJob } }
    `),
    variables: onJob,
    reply: ({ cancelBulkJob }) => ({ ...cancelBulkJob, message: 'Job cancelled' }),
  }),
]
