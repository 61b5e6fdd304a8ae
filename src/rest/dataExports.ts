import { clinicDay } from '#domain/dates.ts'
import { graphql } from '#generated/gql.ts'
import { archive } from './route.ts'

export const dataExportRoutes = [
  archive('GET /api/data-exports/:id/file', {
    document: graphql(`
      query RestDataExportFile($dataExportId: ID!) { dataExportFile(dataExportId: $dataExportId) { id } }
    `),
    variables: ({ params }) => ({ dataExportId: params.id }),
    open: async ({ dataExportFile }, { archives, now, timeZone }) => {
      const found = await archives.open(dataExportFile.id)
      return found && { ...found, fileName: `caseload-${clinicDay(now(), timeZone)}.zip` }
    },
  }),
]
