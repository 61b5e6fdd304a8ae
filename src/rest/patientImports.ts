import { graphql } from '#generated/gql.ts'
import { table, upload } from './route.ts'

export const patientImportRoutes = [
  upload('POST /api/patient-imports', {
    document: graphql(`
      mutation RestStartPatientImport($input: StartPatientImportInput!) {
        startPatientImport(input: $input) {
          id state fileName fileSize encoding delimiter rowsTotal createdAt requestedBy { id firstName lastName }
        }
      }
    `),
    takes: 'table',
    variables: ({ body }) => ({ input: body }),
    reply: ({ startPatientImport }) => ({
      ...startPatientImport,
      message: 'File uploaded successfully',
    }),
  }),
  table('GET /api/patient-imports/:id/report.csv', {
    document: graphql(`
      query RestPatientImportReport($id: ID!, $after: String) {
        patientImportReport(id: $id, after: $after) { columns rows endCursor hasNextPage }
      }
    `),
    variables: ({ params }) => ({ id: params.id }),
    filters: [],
    format: 'csv',
    name: 'patient-import',
    part: ({ patientImportReport }) => patientImportReport,
  }),
]
