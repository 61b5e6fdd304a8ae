import { graphql } from '#generated/gql.ts'

/** Whether the link opens, before anybody has opened it. */
export const forwardingInvitation = graphql(`
  query ForwardedPage_Invitation($secret: String!) {
    forwardingInvitation(secret: $secret) { clinicName files expiresAt }
  }
`)

/** What stands behind it. */
export const openForwarding = graphql(`
  query ForwardedPage($secret: String!) {
    openForwarding(secret: $secret) {
      patientName forwardedBy purpose note expiresAt
      records { id fileName fileSize mimeType description sha256 }
    }
  }
`)
