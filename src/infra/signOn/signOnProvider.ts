import { createRemoteJWKSet, jwtVerify } from 'jose'
import type { Configuration, IDToken } from 'openid-client'
import { isStorable } from '#domain/text.ts'
import { provesSecondFactor } from '#domain/users/signOn.ts'
import { isLoopback } from '../addresses.ts'
import type { SignOnSettings } from './signOnSettings.ts'

/** The secrets of one sign-in that is under way, which only the browser's sealed cookie holds. */
export type SignOnFlow = {
  providerId: string
  state: string
  nonce: string
  verifier: string
  startedAt: number
  /** Whether a signed-in user signs in once more, to confirm a sensitive action. */
  isAgain?: boolean
}

/** What a provider says about the user who signed in. */
export type SignOnClaims = {
  issuer: string
  subject: string
  /** The provider's session, which back-channel logout may name. */
  sid: string | null
  /** Only an address that the provider has verified. */
  verifiedEmail: string | null
  firstName: string
  lastName: string
  /** The values of the role claim. */
  groups: readonly string[]
  /** Whether the provider says that the user showed a second factor there. */
  hasFactor: boolean
  /** When the user signed in at the provider; `null` if it does not say so. */
  signedInAt: Date | null
}

/** Why a sign-in at a provider failed. The message is for the log. */
export class SignOnRefused extends Error {
  override name = 'SignOnRefused'
}

/** A provider of single sign-on (OpenID Connect, code flow with PKCE). */
export type SignOnProvider = Pick<
  SignOnSettings,
  'id' | 'name' | 'issuer' | 'roles' | 'createsUsers' | 'closesPasswords'
> & {
  /**
   * The address at the provider to send the browser to, and what to keep for its return. `isAgain` makes the provider ask
   * again.
   */
  start: (how?: { isAgain: boolean }) => Promise<{ url: string; flow: SignOnFlow }>
  /** Checks the browser's return and the ID token. Throws SignOnRefused. */
  finish: (query: string, flow: SignOnFlow) => Promise<SignOnClaims>
  /** Checks a back-channel logout token. Throws SignOnRefused. */
  readLogout: (token: string) => Promise<{ subject: string | null; sid: string | null; tokenId: string }>
  /** The page where the user signs out of the provider; `null` if it has none. */
  endSessionUrl: () => Promise<string | null>
}

/** Tolerated difference between the clocks of provider and server, in seconds. */
const CLOCK_SKEW = 30
/** How long a user may take at the provider. */
const FLOW_MS = 600_000
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const PUBLIC_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
]

/** Opens a provider. It is asked for its configuration at the first use, and again after a failure. */
export function makeSignOnProvider(settings: SignOnSettings, publicUrl: string): SignOnProvider {
  const { id, name, issuer, roles, createsUsers, closesPasswords, clientId } = settings
  const redirectUri = `${publicUrl}/sign-on/${id}/callback`
  let discovered: Promise<Discovered> | undefined
  const discover = (): Promise<Discovered> => {
    discovered ??= discoverProvider(settings).catch((error: unknown) => {
      discovered = undefined
      throw refused(error)
    })
    return discovered
  }

  return {
    ...{ id, name, issuer, roles, createsUsers, closesPasswords },
    start: async ({ isAgain } = { isAgain: false }) => {
      const { oidc, config } = await discover()
      const flow: SignOnFlow = {
        providerId: id,
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
        startedAt: Date.now(),
        ...(isAgain && { isAgain }),
      }
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
        // A maximum age makes the provider say when the user signed in.
        ...(isAgain && { prompt: 'login', max_age: '0' }),
      })
      return { url: url.href, flow }
    },
    finish: async (query, flow) => {
      if (flow.providerId !== id) throw new SignOnRefused('the sign-in was started at another provider')
      if (Date.now() - flow.startedAt > FLOW_MS) throw new SignOnRefused('the sign-in took too long')
      const { oidc, config } = await discover()
      const tokens = await oidc
        .authorizationCodeGrant(config, new URL(`${redirectUri}${query}`), {
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          pkceCodeVerifier: flow.verifier,
          ...(flow.isAgain && { maxAge: Math.ceil((Date.now() - flow.startedAt) / 1000) }),
          idTokenExpected: true,
        })
        .catch((error: unknown) => {
          throw refused(error)
        })
      const claims = tokens.claims()
      if (!claims) throw new SignOnRefused('no ID token')
      if (!isKey(claims.sub)) throw new SignOnRefused('the ID token has no usable subject')
      // Some providers put only the subject into the ID token. The library refuses the answer for another subject.
      const isMissing = !('email' in claims) && config.serverMetadata().userinfo_endpoint !== undefined
      const more = isMissing
        ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub).catch((error: unknown) => {
            throw refused(error)
          })
        : {}
      return { ...claimsOf(settings, { ...more, ...claims }), ...proofOf(claims) }
    },
    readLogout: async (token) => {
      const { keys, config } = await discover()
      const { payload } = await jwtVerify(token, keys, {
        issuer: config.serverMetadata().issuer,
        audience: clientId,
        algorithms: PUBLIC_ALGORITHMS,
        clockTolerance: CLOCK_SKEW,
        maxTokenAge: 120,
        requiredClaims: ['iat', 'jti', 'events'],
      }).catch((error: unknown) => {
        throw refused(error)
      })
      const { sub: subject = null, sid, jti, events, nonce } = payload
      // A token with a nonce is an ID token (OpenID Connect Back-Channel Logout 1.0, section 2.6).
      if (!Object.hasOwn(Object(events), LOGOUT_EVENT) || nonce !== undefined)
        throw new SignOnRefused('not a logout token')
      if (sid !== undefined && !isKey(sid)) throw new SignOnRefused('no usable session')
      if (subject === null ? sid === undefined : !isKey(subject)) throw new SignOnRefused('no usable subject')
      return { subject, sid: sid ?? null, tokenId: String(jti) }
    },
    endSessionUrl: async () => {
      const { oidc, config } = await discover()
      if (!config.serverMetadata().end_session_endpoint) return null
      return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: `${publicUrl}/` }).href
    },
  }
}

type Discovered = {
  oidc: typeof import('openid-client')
  config: Configuration
  /** Fetched again for an unknown key, so that the provider can rotate its keys. */
  keys: ReturnType<typeof createRemoteJWKSet>
}

async function discoverProvider({ issuer, clientId, clientSecret }: SignOnSettings): Promise<Discovered> {
  // Loaded at the first use, so that clinics without single sign-on do not pay for it.
  const oidc = await import('openid-client')
  const execute = isLoopback(new URL(issuer).hostname) ? [oidc.allowInsecureRequests] : []
  const metadata = { client_secret: clientSecret, [oidc.clockTolerance]: CLOCK_SKEW }
  const config = await oidc.discovery(new URL(issuer), clientId, metadata, undefined, {
    execute: [...execute, oidc.enableNonRepudiationChecks],
    timeout: 10,
  })
  const { jwks_uri: keysUrl } = config.serverMetadata()
  if (!keysUrl) throw new SignOnRefused('the provider publishes no keys')
  return { oidc, config, keys: createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: 10_000 }) }
}

/** Whether it can name a user or a session. Providers use at most 255 characters (OpenID Connect Core 1.0, section 2). */
const isKey = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 255 && isStorable(value)

/** What the ID token says about how and when the user signed in. No other answer of the provider counts. */
const proofOf = (claims: IDToken): Pick<SignOnClaims, 'hasFactor' | 'signedInAt'> => ({
  hasFactor: provesSecondFactor({ amr: claims.amr, acr: claims.acr }),
  signedInAt: momentOf(claims.auth_time),
})

function momentOf(seconds: unknown): Date | null {
  const at = new Date(typeof seconds === 'number' ? seconds * 1000 : Number.NaN)
  return Number.isNaN(at.getTime()) ? null : at
}

function claimsOf(
  { roleClaim }: SignOnSettings,
  claims: Pick<IDToken, 'iss' | 'sub'> & Record<string, unknown>,
): Omit<SignOnClaims, 'hasFactor' | 'signedInAt'> {
  const text = (name: string) => (typeof claims[name] === 'string' ? (claims[name] as string).trim() : '')
  const groups = claims[roleClaim]
  return {
    issuer: claims.iss,
    subject: claims.sub,
    sid: isKey(claims.sid) ? claims.sid : null,
    verifiedEmail: claims.email_verified === true ? text('email') || null : null,
    firstName: text('given_name'),
    lastName: text('family_name'),
    groups: (Array.isArray(groups) ? groups : [groups]).filter((one) => typeof one === 'string'),
  }
}

/** Error of the libraries, without the response, which may have tokens. */
const refused = (error: unknown): SignOnRefused => {
  if (error instanceof SignOnRefused) return error
  const { message, code } = Object(error) as { message?: string; code?: string }
  return new SignOnRefused([code, message].filter(Boolean).join(': '))
}
