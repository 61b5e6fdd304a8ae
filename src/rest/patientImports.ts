import { graphql } from '#generated/gql.ts'
import { inputWith, list, route, table, upload } from './route.ts'

export const RestPatientImport = graphql(`
  fragment RestPatientImport on PatientImport {
    id state fileName fileSize encoding delimiter rowsTotal rowsDone created duplicates possibleDuplicates refused
    status assignedAttorneyId dateOrder withoutEmail identifierSystem error createdAt finishedAt mapping { column field }
    requestedBy { id firstName lastName }
  }
`)

const onImport = inputWith({ id: 'importId' })

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
    variables: inputWith(),
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
  route('GET /api/patient-imports', {
    document: graphql(`query RestPatientImports { patientImports { ...RestPatientImport } }`),
    reply: ({ patientImports }) => patientImports,
  }),
  route('GET /api/patient-imports/:id', {
    document: graphql(
      `query RestPatientImportById($id: ID!) { patientImport(id: $id) { ...RestPatientImport } }`,
    ),
    variables: ({ params }) => ({ id: params.id }),
    reply: ({ patientImport }) => patientImport,
  }),
  route('GET /api/patient-imports/:id/columns', {
    document: graphql(`
      query RestPatientImportColumns($id: ID!) {
        patientImportColumns(id: $id) { dateOrder columns { column name guess samples } }
      }
    `),
    variables: ({ params }) => ({ id: params.id }),
    reply: ({ patientImportColumns }) => patientImportColumns,
  }),
  list('GET /api/patient-imports/:id/rows', {
    document: graphql(`
      query RestPatientImportRows(
        $id: ID!, $first: Int, $after: String, $leftOut: Boolean, $possibleDuplicate: Boolean
      ) {
        patientImportRows(
          id: $id, first: $first, after: $after, leftOut: $leftOut, possibleDuplicate: $possibleDuplicate
        ) {
          edges {
            cursor
            node { line outcome patientId possibleDuplicateId sameAs problems { field message } }
          }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    variables: ({ params }) => ({ id: params.id }),
    filters: ['leftOut', 'possibleDuplicate'],
    flags: ['leftOut', 'possibleDuplicate'],
    connection: ({ patientImportRows }) => patientImportRows,
  }),
  route('POST /api/patient-imports/:id/check', {
    document: graphql(`
      mutation RestCheckPatientImport($input: CheckPatientImportInput!) { checkPatientImport(input: $input) { ...RestPatientImport } }
    `),
    variables: onImport,
    reply: ({ checkPatientImport }) => ({ ...checkPatientImport, message: 'Import is being checked' }),
  }),
  route('POST /api/patient-imports/:id/run', {
    document: graphql(`
      mutation RestRunPatientImport($input: PatientImportIdInput!) { runPatientImport(input: $input) { ...RestPatientImport } }
    `),
    variables: onImport,
    reply: ({ runPatientImport }) => ({ ...runPatientImport, message: 'Import started' }),
  }),
  route('POST /api/patient-imports/:id/cancel', {
    document: graphql(`
      mutation RestCancelPatientImport($input: PatientImportIdInput!) { cancelPatientImport(input: $input) { ...RestPatientImport } }
    `),
    variables: onImport,
    reply: ({ cancelPatientImport }) => ({ ...cancelPatientImport, message: 'Import cancelled' }),
  }),
]
