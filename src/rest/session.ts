import { unauthenticated } from '#domain/errors.ts'
import { graphql } from '#generated/gql.ts'
import { inputWith, route } from './route.ts'

export const sessionRoutes = [
  route('GET /api/auth/user', {
    document: graphql(`
      query RestCurrentUser {
        me { id email firstName lastName role profileImageUrl mustChangePassword }
      }
    `),
    reply: ({ me }) => {
      if (!me) throw unauthenticated()
      return me
    },
  }),
  route('POST /api/auth/login', {
    // A client without support for a second factor gets 401 and cannot sign in; `body` may have `code` or `recoveryCode`.
    document: graphql(`
      mutation RestSignIn($input: SignInInput!) {
        signIn(input: $input) {
          message
          user { id email firstName lastName role profileImageUrl mustChangePassword }
        }
      }
    `),
    variables: inputWith(),
    reply: ({ signIn }) => signIn,
  }),
  route('POST /api/auth/passkey/challenge', {
    document: graphql(`mutation RestStartPasskeyProof { startPasskeyProof { challengeId options } }`),
    reply: ({ startPasskeyProof }) => startPasskeyProof,
  }),
  route('POST /api/auth/passkey', {
    document: graphql(`
      mutation RestSignInWithPasskey($input: PasskeyProofInput!) {
        signInWithPasskey(input: $input) {
          message
          user { id email firstName lastName role profileImageUrl mustChangePassword }
        }
      }
    `),
    variables: inputWith(),
    reply: ({ signInWithPasskey }) => signInWithPasskey,
  }),
  route('POST /api/auth/logout', {
    document: graphql(`mutation RestSignOut { signOut }`),
    reply: () => ({ message: 'Signed out' }),
  }),
  route('PUT /api/auth/change-password', {
    document: graphql(`
      mutation RestChangePassword($input: ChangePasswordInput!) { changePassword(input: $input) }
    `),
    variables: inputWith(),
    reply: () => ({ message: 'Password changed successfully' }),
  }),
  route('GET /api/debug/session', {
    document: graphql(`
      query RestDebugSession { debugSession { isAuthenticated role createdAt seenAt endsAt } }
    `),
    reply: ({ debugSession }) => debugSession,
  }),
]
