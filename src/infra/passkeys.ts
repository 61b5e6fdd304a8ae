import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

/** A passkey that an authenticator has made. */
export type MadePasskey = { credentialId: string; publicKey: Buffer; counter: number; isSynced: boolean }

/** Passkeys of this site (WebAuthn). Every one is discoverable and verifies its user, so it can replace the password. */
export type Passkeys = {
  /** Whether the site has a name. Browsers refuse passkeys for a site that is an IP address. */
  isPossible: boolean
  /** What the browser needs to make a passkey, as JSON, and the challenge in it. `known` are IDs of those that the user has. */
  startAdding: (
    user: { id: string; email: string; name: string },
    known: readonly string[],
  ) => Promise<{ challenge: string; options: string }>
  /** Checks a browser's answer. `null` if anything about it is wrong. */
  finishAdding: (response: string, challenge: string) => Promise<MadePasskey | null>
  /** What the browser needs to show a passkey, as JSON, and the challenge in it. It names no user. */
  startProving: () => Promise<{ challenge: string; options: string }>
  /** The passkey and the user that an answer claims to be of; `null` if it is not an answer. */
  claimsOf: (response: string) => { credentialId: string; userId: string | null } | null
  /** Checks a browser's answer and returns the new counter. `null` if anything about it is wrong. */
  finishProving: (
    response: string,
    challenge: string,
    passkey: Pick<MadePasskey, 'credentialId' | 'publicKey' | 'counter'>,
  ) => Promise<{ counter: number } | null>
}

/** Milliseconds in which the user answers. */
const TIMEOUT_MS = 300_000

/** The passkeys of the site at `publicUrl`. Its host is the RP ID, and its origin the only accepted one. */
export function makePasskeys(publicUrl: string): Passkeys {
  const { hostname: rpId, origin } = new URL(publicUrl)
  // Loaded at the first use, because it brings parsers of certificates that most processes never need.
  const library = () => import('@simplewebauthn/server')
  const expected = (challenge: string) => ({
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  })

  return {
    isPossible: isIP(rpId.replace(/^\[|\]$/g, '')) === 0,
    startAdding: async ({ id, email, name }, known) => {
      const { generateRegistrationOptions } = await library()
      const options = await generateRegistrationOptions({
        rpName: 'Caseload',
        rpID: rpId,
        userID: new Uint8Array(Buffer.from(id)),
        userName: email,
        userDisplayName: name,
        timeout: TIMEOUT_MS,
        attestationType: 'none',
        excludeCredentials: known.map((credentialId) => ({ id: credentialId })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { challenge: options.challenge, options: JSON.stringify(options) }
    },
    finishAdding: async (text, challenge) => {
      const { verifyRegistrationResponse } = await library()
      const response = objectIn(text)
      if (!response) return null
      const result = await verifyRegistrationResponse({
        ...expected(challenge),
        response: response as unknown as RegistrationResponseJSON,
      }).catch(() => null)
      if (!result?.verified) return null
      const { credential, credentialBackedUp } = result.registrationInfo
      return {
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        isSynced: credentialBackedUp,
      }
    },
    startProving: async () => {
      const { generateAuthenticationOptions } = await library()
      const options = await generateAuthenticationOptions({
        rpID: rpId,
        timeout: TIMEOUT_MS,
        userVerification: 'required',
      })
      return { challenge: options.challenge, options: JSON.stringify(options) }
    },
    claimsOf: (text) => {
      const { id, response } = objectIn(text) ?? {}
      if (typeof id !== 'string') return null
      const { userHandle } = Object(response) as { userHandle?: unknown }
      const userId =
        typeof userHandle === 'string' ? Buffer.from(userHandle, 'base64url').toString('utf8') : null
      return { credentialId: id, userId }
    },
    finishProving: async (text, challenge, { credentialId, publicKey, counter }) => {
      const { verifyAuthenticationResponse } = await library()
      const response = objectIn(text)
      if (!response) return null
      const result = await verifyAuthenticationResponse({
        ...expected(challenge),
        response: response as unknown as AuthenticationResponseJSON,
        credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
      }).catch(() => null)
      return result?.verified ? { counter: result.authenticationInfo.newCounter } : null
    },
  }
}

/** The object in a JSON text; `null` for anything else. */
function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
