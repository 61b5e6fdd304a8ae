import { graphql } from '#generated/gql.ts'

export const legalHoldRow = graphql(`
  fragment LegalHoldRow on LegalHold {
    id reason placedAt placedBy { id firstName lastName }
    liftReason liftedAt liftedBy { id firstName lastName }
  }
`)

/** The holds of a chart. */
export const legalHoldChart = graphql(`
  fragment HeldChart on Patient { id firstName lastName isOnLegalHold legalHolds { ...LegalHoldRow } }
`)

export const placeLegalHold = graphql(`
  mutation PlaceLegalHoldDialog($input: PlaceLegalHoldInput!) {
    placeLegalHold(input: $input) { id patient { ...HeldChart } }
  }
`)

export const liftLegalHold = graphql(`
  mutation LiftLegalHoldDialog($input: LiftLegalHoldInput!) {
    liftLegalHold(input: $input) { id liftedAt patient { ...HeldChart } }
  }
`)

export const legalHoldsQuery = graphql(`
  query LegalHoldsDialog($isLifted: Boolean, $first: Int, $after: String) {
    legalHolds(isLifted: $isLifted, first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges { node { ...LegalHoldRow patient { id firstName lastName } } }
    }
  }
`)
