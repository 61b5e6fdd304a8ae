import { graphql } from '#generated/gql.ts'

export const forwardingRow = graphql(`
  fragment ForwardingRow on Forwarding {
    id state basis basisReference purpose createdAt expiresAt endedAt openedAt downloads
    recipient { id firstName lastName } forwardedBy { id firstName lastName }
    records { recordId fileName }
  }
`)

export const forwardingsQuery = graphql(`
  query ForwardedList($patientId: ID!, $first: Int, $after: String) {
    patientForwardings(patientId: $patientId, first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges { node { ...ForwardingRow } }
    }
  }
`)

export const forwardRecords = graphql(`
  mutation ForwardRecordsDialog_Send($input: ForwardRecordsInput!) {
    forwardRecords(input: $input) {
      path isMailed
      forwarding { id expiresAt recipient { id firstName lastName } }
      patient { id status statusSince }
    }
  }
`)

/** The possible recipients and records; one page has as many as one link can hold. */
export const forwardableQuery = graphql(`
  query ForwardRecordsDialog($patientId: ID!) {
    patient(id: $patientId) {
      id authorizedRecipients { userId name firm } authorizedCategories authorizedPurpose
      authorizedScope { categories sensitive serviceFrom serviceTo }
    }
    assignableUsers { id firstName lastName role firm }
    patientRecords(patientId: $patientId, first: 100) {
      pageInfo { hasNextPage }
      edges { node { id fileName fileSize mimeType description category serviceDate createdAt scanState } }
    }
  }
`)

export const withdrawForwarding = graphql(`
  mutation WithdrawForwardingDialog($input: ForwardingIdInput!) {
    withdrawForwarding(input: $input) { id state endedAt }
  }
`)

export const showForwardingLink = graphql(`
  mutation ForwardingLinkDialog($input: ForwardingIdInput!) {
    showForwardingLink(input: $input) { path email expiresAt }
  }
`)

export const disclosuresQuery = graphql(`
  query Disclosures($patientId: ID!, $first: Int, $after: String) {
    patientDisclosures(patientId: $patientId, first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges {
        node {
          id kind createdAt fileName purpose basis basisReference consentSignedAt
          recipient { id firstName lastName } disclosedBy { id firstName lastName }
        }
      }
    }
  }
`)
