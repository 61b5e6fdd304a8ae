import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { SigningTrouble } from '#domain/consent/signingProblem.ts'
import { call, isRefusal, type Refusal, readJson, troubleFrom } from './answers.ts'
import type { DocuSignSettings } from './settings.ts'

const SCOPE = 'signature impersonation'
/** The lifetime of our JWT. It is exchanged at once; DocuSign allows at most an hour. */
const JWT_SECONDS = 600
/** A token is replaced this long before it expires, so that none expires during a call. */
const MARGIN_MS = 300_000

/** A token, and the base URL for this account's calls. */
export type AccessToken = { value: string; base: string; accountName: string; until: number }

/** Access tokens. Concurrent callers share one request. */
export type Access = { token: () => Promise<AccessToken>; forget: (token: AccessToken) => void }

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() })
const userAnswer = z.object({
  accounts: z.array(z.object({ account_id: z.string(), account_name: z.string(), base_uri: z.url() })),
})

/** Gets tokens by JWT grant and keeps each until shortly before it expires. */
export function makeAccess(settings: DocuSignSettings, now: () => Date): Access {
  const key = createPrivateKey(settings.privateKey)
  let current: Promise<AccessToken> | undefined
  let end = Number.POSITIVE_INFINITY

  async function fetchToken(): Promise<AccessToken> {
    const { access_token: value, expires_in } = await exchange(settings, await assertion(), now)
    const until = now().getTime() + expires_in * 1000 - MARGIN_MS
    return { value, until, ...(await accountOf(settings, value, now)) }
  }

  const assertion = () => {
    const issued = Math.floor(now().getTime() / 1000)
    return new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(settings.integrationKey)
      .setSubject(settings.userId)
      .setAudience(new URL(settings.accountServer).host)
      .setIssuedAt(issued)
      .setExpirationTime(issued + JWT_SECONDS)
      .sign(key)
  }

  return {
    token: async () => {
      if (current && end > now().getTime()) return current
      end = Number.POSITIVE_INFINITY
      const fetched = fetchToken()
      current = fetched
      try {
        const token = await fetched
        end = token.until
        return token
      } catch (error) {
        if (current === fetched) current = undefined
        throw error
      }
    },
    forget: (token) => {
      if (end === token.until) current = undefined
    },
  }
}

async function exchange(settings: DocuSignSettings, assertion: string, now: () => Date) {
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion,
  })
  const answer = await call(`${settings.accountServer}/oauth/token`, { method: 'POST', body }, now)
  if (isRefusal(answer)) throw tokenTrouble(settings, answer)
  return understood(tokenAnswer, await readJson(answer))
}

/** Finds the account's base URL. DocuSign has several sites, and only its account server knows which. */
async function accountOf(settings: DocuSignSettings, token: string, now: () => Date) {
  const answer = await call(
    `${settings.accountServer}/oauth/userinfo`,
    { headers: { Authorization: `Bearer ${token}` } },
    now,
  )
  if (isRefusal(answer)) throw troubleFrom(answer)
  const { accounts } = understood(userAnswer, await readJson(answer))
  const account = accounts.find((one) => one.account_id.toLowerCase() === settings.accountId.toLowerCase())
  if (!account)
    throw new SigningTrouble('The DocuSign user does not belong to the account DOCUSIGN_ACCOUNT_ID')
  return {
    accountName: account.account_name,
    base: `${account.base_uri}/restapi/v2.1/accounts/${settings.accountId}`,
  }
}

const wrongs: [RegExp, string][] = [
  [/issuer_not_found/, 'it does not know the integration key DOCUSIGN_INTEGRATION_KEY on this server'],
  [/user_not_found/, 'it does not know the user DOCUSIGN_USER_ID'],
  [/no_valid_keys_or_signatures/, 'the key DOCUSIGN_PRIVATE_KEY does not belong to the integration key'],
  [/expired|exp\b|iat|not_before/, 'the clock of this server is wrong'],
]

/** Explains why the sign-in failed and what to do. */
function tokenTrouble(settings: DocuSignSettings, refusal: Refusal): SigningTrouble {
  const { status, code, message } = refusal
  if (status >= 500 || status === 429 || status === 408) return troubleFrom(refusal)
  if (code === 'consent_required')
    return new SigningTrouble(
      `DocuSign has not been allowed to let Caseload act for its user. Open this address once, signed in as that user: ${consentAddress(settings)}`,
    )
  const why = wrongs.find(([sign]) => sign.test(message))?.[1] ?? `${code} ${message}`.trim()
  return new SigningTrouble(`DocuSign gave Caseload no access: ${why}`)
}

/** The page on which the user grants consent. The redirect URI must be registered for the integration key. */
const consentAddress = ({ accountServer, integrationKey }: DocuSignSettings) =>
  `${accountServer}/oauth/auth?response_type=code&scope=${encodeURIComponent(SCOPE)}&client_id=${integrationKey}&redirect_uri=https://www.docusign.com`

/**
 * Validates a response against its documented shape. Any other response says nothing about whether DocuSign did the work, so the
 * trouble is temporary: the next try looks first.
 */
export function understood<Answer>(shape: z.ZodType<Answer>, value: unknown): Answer {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  throw new SigningTrouble('DocuSign sent a response that Caseload does not understand', { transient: true })
}
