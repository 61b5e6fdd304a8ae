import { type Role, roles } from '../access/actor.ts'
import { paths } from '../access/screens.ts'

/** The heading of the page for an error of single sign-on. */
export const SIGN_ON_HEADING = 'Single sign-on did not work'

/** The response to a sign-in at a provider that failed its checks. The log has the reason. */
export const SIGN_ON_FAILED =
  'The provider did not confirm your account. Try again, or sign in with your password.'

/** The response to a user whose account at the provider belongs to no account here. */
export const SIGN_ON_UNKNOWN =
  'This account is not connected to an account in Caseload. Sign in with your password, then connect it under Settings.'

/** The response to a user whose groups at the provider give no role. */
export const SIGN_ON_NO_ROLE = 'Your account at the provider gives you no role here. Ask your administrator.'

/** The response to a user who wants to connect an account long after the last sign-in. */
export const SIGN_ON_NOT_FRESH =
  'For your security, sign out and sign in again. Then connect the account within 10 minutes.'

/** The response when the provider and Caseload have different addresses for the user. */
export const SIGN_ON_OTHER_ADDRESS =
  'The provider has not verified the e-mail address of your account here, so the accounts cannot be connected.'

/** Where a sign-in at a provider starts. `next` is the screen that opens after it. */
export const signOnPath = (providerId: string, next: string = paths.home) =>
  `/sign-on/${providerId}${next === paths.home ? '' : `?${new URLSearchParams({ next })}`}`

/** Where a signed-in user signs in at the provider once more, to confirm a sensitive action. */
export const signOnAgainPath = (providerId: string) => `${signOnPath(providerId)}?again`

/** Where a user with a second factor here sends its code, after a provider that asked for none. */
export const signOnCodePath = (providerId: string) => `${signOnPath(providerId)}/code`

/** The page with the form for that code. `isRefused` says that the last one was wrong. */
export const signOnCodePage = (providerId: string, isRefused = false) =>
  `${paths.home}?code_for=${providerId}${isRefused ? '&refused' : ''}`

/** Methods that prove more than a password (RFC 8176): several factors, a one-time code, a key in hardware or software. */
const strongMethods = ['mfa', 'otp', 'hwk', 'swk']

/** Classes that prove several factors, or a factor that resists phishing (OpenID Connect EAP ACR Values 1.0, PAPE, REFEDS). */
const strongClasses = [
  'phr',
  'phrh',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'https://refeds.org/profile/mfa',
]

/** Whether an ID token says that the user showed a second factor at the provider. */
export function provesSecondFactor({ amr, acr }: { amr?: unknown; acr?: unknown }): boolean {
  const methods: readonly unknown[] = Array.isArray(amr) ? amr : []
  return (
    strongMethods.some((method) => methods.includes(method)) || strongClasses.some((name) => name === acr)
  )
}

/** The part of Settings that lists the providers, and its address: a user returns here after connecting an account. */
export const SIGN_ON_CARD = 'single-sign-on'
export const signOnConnectedPath = `${paths.settings}#${SIGN_ON_CARD}`

/** Where a user signs out of the provider, too. */
export const signOnEndPath = (providerId: string) => `/sign-on/${providerId}/end`

/**
 * The role that groups at a provider give, the one with the most rights first. `undefined` if the table is empty, so that
 * Caseload manages roles; `null` if no group gives a role.
 */
export function roleFromGroups(
  table: Readonly<Record<string, Role>>,
  groups: readonly string[],
): Role | null | undefined {
  if (Object.keys(table).length === 0) return undefined
  const given = groups.filter((group) => Object.hasOwn(table, group)).map((group) => table[group])
  return roles.find((role) => given.includes(role)) ?? null
}
