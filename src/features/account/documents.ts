import { graphql } from '#generated/gql.ts'

// The operations that pages without React run on the server.

export const signIn = graphql(
  `mutation SignInPage($input: SignInInput!) { signIn(input: $input) { message } }`,
)

export const signOut = graphql(`mutation SignOutPage { signOut }`)

export const changePassword = graphql(`
  mutation ChangePasswordPage($input: ChangePasswordInput!) { changePassword(input: $input) }
`)

export const mySecondFactors = graphql(`
  query MySecondFactorsPage {
    mySecondFactors {
      authenticatorApp { createdAt lastUsedAt }
      passkeys { id name isSynced createdAt lastUsedAt }
      recoveryCodesLeft
      dueAt
    }
  }
`)

export const startAuthenticator = graphql(`
  mutation StartAuthenticatorPage { startAuthenticator { secret uri } }
`)

export const confirmAuthenticator = graphql(`
  mutation ConfirmAuthenticatorPage($input: ConfirmAuthenticatorInput!) { confirmAuthenticator(input: $input) }
`)

export const renewRecoveryCodes = graphql(`mutation RenewRecoveryCodesPage { renewRecoveryCodes }`)

export const removeAuthenticator = graphql(`mutation RemoveAuthenticatorPage { removeAuthenticator }`)

export const startPasskey = graphql(`
  mutation StartPasskeyPage { startPasskey { challengeId options } }
`)

export const addPasskey = graphql(`
  mutation AddPasskeyPage($input: AddPasskeyInput!) { addPasskey(input: $input) { recoveryCodes } }
`)

export const removePasskey = graphql(`
  mutation RemovePasskeyPage($input: RemovePasskeyInput!) { removePasskey(input: $input) }
`)

export const startPasskeyProof = graphql(`
  mutation StartPasskeyProofPage { startPasskeyProof { challengeId options } }
`)

export const stepUp = graphql(`mutation StepUpPage($input: StepUpInput!) { stepUp(input: $input) }`)

export const openedAlert = graphql(`query OpenedAlert($id: ID!) { alert(id: $id) { id type patientId } }`)

export const accountLink = graphql(`query SetPasswordPage($secret: String!) { accountLink(secret: $secret) }`)

export const setPasswordByLink = graphql(`
  mutation SetPasswordPage_Set($input: SetPasswordByLinkInput!) { setPasswordByLink(input: $input) }
`)

export const requestPasswordReset = graphql(`
  mutation ForgotPasswordPage($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) }
`)
