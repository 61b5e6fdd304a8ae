import { graphql } from '#generated/gql.ts'

/** The patient of the open chart. The chart has already loaded it, so that it comes from the cache. */
export const openChartQuery = graphql(`
  query OpenChart($id: ID!) { patient(id: $id) { ...PatientRow } }
`)
