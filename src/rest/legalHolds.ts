import { graphql } from '#generated/gql.ts'
import { inputWith, list, route } from './route.ts'

export const RestLegalHold = graphql(`
  fragment RestLegalHold on LegalHold {
    id reason placedAt liftedAt liftReason patient { id firstName lastName }
    placedBy { id firstName lastName } liftedBy { id firstName lastName }
  }
`)

export const legalHoldRoutes = [
  list('GET /api/legal-holds', {
    document: graphql(`
      query RestLegalHolds($first: Int, $after: String, $isLifted: Boolean) {
        legalHolds(first: $first, after: $after, isLifted: $isLifted) {
          edges { cursor node { ...RestLegalHold } }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    filters: ['isLifted'],
    flags: ['isLifted'],
    connection: ({ legalHolds }) => legalHolds,
  }),
  route('POST /api/patients/:id/legal-holds', {
    document: graphql(`
      mutation RestPlaceLegalHold($input: PlaceLegalHoldInput!) { placeLegalHold(input: $input) { ...RestLegalHold } }
    `),
    status: 201,
    variables: inputWith({ id: 'patientId' }),
    reply: ({ placeLegalHold }) => ({ ...placeLegalHold, message: 'Legal hold placed' }),
  }),
  route('POST /api/patients/:id/legal-holds/:holdId/lift', {
    document: graphql(`
      mutation RestLiftLegalHold($input: LiftLegalHoldInput!) { liftLegalHold(input: $input) { ...RestLegalHold } }
    `),
    variables: inputWith({ id: 'patientId', holdId: 'legalHoldId' }),
    reply: ({ liftLegalHold }) => ({ ...liftLegalHold, message: 'Legal hold lifted' }),
  }),
]
