import { graphql } from '#generated/gql.ts'

/** How far the patient has come behind a signing link. */
export const signingProgress = graphql(`
  query SigningPage_Progress($secret: String!, $pass: String) {
    signingProgress(secret: $secret, pass: $pass) {
      step identityCheck channel codeExpiresAt disclosureAgreedAt openedAt paperRequestedAt expiresAt
    }
  }
`)

/** What the patient is shown behind a signing link; that it was opened is kept. */
export const signingInvitation = graphql(`
  query SigningPage($secret: String!, $pass: String) {
    signingInvitation(secret: $secret, pass: $pass) { clinicName document expiresAt }
  }
`)

/** The answer to the question who is there. */
export const confirmIdentity = graphql(`
  mutation SigningPage_Identify($input: ConfirmIdentityInput!) { confirmIdentity(input: $input) { pass } }
`)

/** Has six digits mailed. */
export const sendIdentityCode = graphql(`
  mutation SigningPage_Code($input: IdentityCodeInput!) { sendIdentityCode(input: $input) { codeExpiresAt } }
`)

/** The agreement to sign electronically. */
export const agreeElectronically = graphql(`
  mutation SigningPage_Agree($input: AgreeElectronicallyInput!) { agreeElectronically(input: $input) }
`)

/** The patient's signature, and where to fetch the copy. */
export const signConsent = graphql(`
  mutation SigningPage_Sign($input: SignConsentInput!) { signConsent(input: $input) { copyPath pass } }
`)

/** That the patient will not sign. */
export const declineConsent = graphql(`
  mutation SigningPage_Decline($input: DeclineConsentInput!) { declineConsent(input: $input) }
`)

/** That the patient wants the form on paper. */
export const askForPaperCopy = graphql(`
  mutation SigningPage_Paper($input: SigningLinkInput!) { askForPaperCopy(input: $input) }
`)

/** Hands this device to a patient. */
export const signHere = graphql(`
  mutation SigningPage_Here($input: PatientIdInput!) { signHere(input: $input) { path pass } }
`)

/** Opens the provider's page on a device that was handed over. */
export const openSigningView = graphql(`
  mutation SigningAwayPage_Open($input: SigningViewInput!) { openSigningView(input: $input) { url } }
`)

/** How signing at the provider came out. */
export const signingOutcome = graphql(`
  mutation SigningAwayPage($input: SigningOutcomeInput!) { signingOutcome(input: $input) { outcome } }
`)

/** What the link to a signed form asks for. */
export const signedCopyState = graphql(`
  query SignedCopyPage($secret: String!, $pass: String) {
    signedCopyState(secret: $secret, pass: $pass) { expiresAt asksDateOfBirth signedAt sha256 }
  }
`)

/** The signed form, once more. */
export const downloadSignedCopy = graphql(`
  mutation SignedCopyPage_Download($input: SignedCopyInput!) {
    downloadSignedCopy(input: $input) { pdfBase64 }
  }
`)
