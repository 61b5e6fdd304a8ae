import { graphql } from '#generated/gql.ts'

/** Whether the link works, before it is opened. */
export const forwardingInvitation = graphql(`
  query ForwardedPage_Invitation($secret: String!) {
    forwardingInvitation(secret: $secret) { clinicName files expiresAt }
  }
`)

/** The forwarded records. */
export const openForwarding = graphql(`
  query ForwardedPage($secret: String!) {
    openForwarding(secret: $secret) {
      patientName forwardedBy purpose note expiresAt
      records { id fileName fileSize mimeType description sha256 }
    }
  }
`)
