import { graphql } from '#generated/gql.ts'

/** The name on one restricted chart. */
export const restrictedChartQuery = graphql(`
  query LockedChart($patientId: ID!) { lockedChart(patientId: $patientId) { id firstName lastName } }
`)

/** The break-the-glass accesses, for administrators. */
export const breakGlassesQuery = graphql(`
  query BreakGlassReviews($isReviewed: Boolean, $first: Int, $after: String) {
    breakGlasses(isReviewed: $isReviewed, first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges { node { ...BreakGlassRow } }
    }
  }
`)

/** A row of that list. */
export const breakGlassRow = graphql(`
  fragment BreakGlassRow on BreakGlass {
    id reason begunAt endsAt remark reviewedAt
    user { id firstName lastName }
    patient { id firstName lastName }
    reviewedBy { id firstName lastName }
  }
`)
