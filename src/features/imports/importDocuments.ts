import { graphql } from '#generated/gql.ts'
import type { OneImportQuery, PatientImportFactsFragment } from '#generated/graphql.ts'

export type WholeImport = OneImportQuery['patientImport']

export const importFacts = graphql(`
  fragment PatientImportFacts on PatientImport {
    id state fileName fileSize encoding delimiter rowsTotal rowsDone created duplicates refused possibleDuplicates error createdAt finishedAt
    requestedBy { id firstName lastName }
  }
`)

/** The state of an import. */
export type ImportFacts = PatientImportFactsFragment

export const patientImportsQuery = graphql(`
  query ImportPatients { patientImports { ...PatientImportFacts } }
`)

export const patientImportQuery = graphql(`
  query OneImport($id: ID!) {
    patientImport(id: $id) {
      ...PatientImportFacts
      dateOrder withoutEmail status assignedAttorneyId identifierSystem mapping { column field }
    }
  }
`)
