import { graphql } from '#generated/gql.ts'

// Apart from the screen, which carries them in what it asks for.

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
