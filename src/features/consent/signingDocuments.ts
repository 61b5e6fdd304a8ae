import { graphql } from '#generated/gql.ts'

/** Reads the patient's progress through signing. */
export const signingProgress = graphql(`
  query SigningPage_Progress($secret: String!, $pass: String) {
    signingProgress(secret: $secret, pass: $pass) {
      language step identityCheck channel codeExpiresAt disclosureAgreedAt openedAt paperRequestedAt expiresAt
      needsRepresentative hasProof lines
    }
  }
`)

/** Reads the document behind a signing link. The opening is recorded. */
export const signingInvitation = graphql(`
  query SigningPage($secret: String!, $pass: String) {
    signingInvitation(secret: $secret, pass: $pass) { clinicName document expiresAt }
  }
`)

/** Answers the identity check. */
export const confirmIdentity = graphql(`
  mutation SigningPage_Identify($input: ConfirmIdentityInput!) { confirmIdentity(input: $input) { pass } }
`)

/** Asks what happened to a link that has ended. */
export const readRequestOutcome = graphql(`
  mutation SigningPage_Outcome($input: RequestOutcomeInput!) {
    readRequestOutcome(input: $input) { ending endedAt copyPath }
  }
`)

/** Sends a six-digit code by e-mail. */
export const sendIdentityCode = graphql(`
  mutation SigningPage_Code($input: IdentityCodeInput!) { sendIdentityCode(input: $input) { codeExpiresAt } }
`)

/** Agrees to sign electronically. */
export const agreeElectronically = graphql(`
  mutation SigningPage_Agree($input: AgreeElectronicallyInput!) { agreeElectronically(input: $input) }
`)

/** Stores the proof of authority of a representative. */
export const uploadAuthorityProof = graphql(`
  mutation SigningPage_Proof($input: UploadAuthorityProofInput!) { uploadAuthorityProof(input: $input) }
`)

/** Signs the form and returns the link to the copy. */
export const signConsent = graphql(`
  mutation SigningPage_Sign($input: SignConsentInput!) { signConsent(input: $input) { copyPath pass } }
`)

/** Declines to sign. */
export const declineConsent = graphql(`
  mutation SigningPage_Decline($input: DeclineConsentInput!) { declineConsent(input: $input) }
`)

/** Asks for the form on paper. */
export const askForPaperCopy = graphql(`
  mutation SigningPage_Paper($input: SigningLinkInput!) { askForPaperCopy(input: $input) }
`)

/** Hands this device to a patient. */
export const signHere = graphql(`
  mutation SigningPage_Here($input: PatientIdInput!) { signHere(input: $input) { path pass } }
`)

/** Opens the provider's signing page on a clinic device. */
export const openSigningView = graphql(`
  mutation SigningAwayPage_Open($input: SigningViewInput!) { openSigningView(input: $input) { url } }
`)

/** Reads the outcome of signing at the provider. */
export const signingOutcome = graphql(`
  mutation SigningAwayPage($input: SigningOutcomeInput!) { signingOutcome(input: $input) { outcome language } }
`)

/** Reads what the link to a signed form asks for. */
export const signedCopyState = graphql(`
  query SignedCopyPage($secret: String!, $pass: String) {
    signedCopyState(secret: $secret, pass: $pass) { isForRecipient language expiresAt asksDateOfBirth signedAt sha256 }
  }
`)

/** Downloads the signed form again. */
export const downloadSignedCopy = graphql(`
  mutation SignedCopyPage_Download($input: SignedCopyInput!) {
    downloadSignedCopy(input: $input) { pdfBase64 isForRecipient language }
  }
`)

/** Checks whether a file is a form that was signed here. */
export const signedFormCheck = graphql(`
  query VerifyPage($sha256: String!, $sealedBy: String) {
    signedFormCheck(sha256: $sha256, sealedBy: $sealedBy) { isOurs signedAt stampedAt scanFiledAt scanSealedAt isOurSeal }
  }
`)
