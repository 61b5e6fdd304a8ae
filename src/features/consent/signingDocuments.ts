import { graphql } from '#generated/gql.ts'

/** What the patient is shown behind a signing link. */
export const signingInvitation = graphql(`
  query SigningPage($secret: String!) { signingInvitation(secret: $secret) { clinicName document expiresAt } }
`)

/** The patient's signature, and the copy to keep. */
export const signConsent = graphql(`
  mutation SigningPage_Sign($input: SignConsentInput!) { signConsent(input: $input) { signedAt sha256 pdfBase64 } }
`)
