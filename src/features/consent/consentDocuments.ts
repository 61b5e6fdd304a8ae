import { graphql } from '#generated/gql.ts'

// Separate from the screen's query, which includes these fragments.

export const consentRow = graphql(`
  fragment ConsentRow on Patient {
    ...PatientRow consentSignedAt
    newestConsentRequest {
      id state openedAt closedAt closeReason retryAt providerError paperRequestedAt remindersSent
      letters { id state nextTryAt lastError }
    }
  }
`)

export const consentPart = graphql(`
  fragment ConsentPart on QueryPatientsConnection {
    totalCount pageInfo { hasNextPage endCursor } edges { node { ...ConsentRow } }
  }
`)
