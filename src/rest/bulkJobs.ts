import { graphql } from '#generated/gql.ts'
import { table } from './route.ts'

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
]
