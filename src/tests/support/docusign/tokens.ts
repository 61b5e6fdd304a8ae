import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { errors, jwtVerify } from 'jose'

/** An application of the account, and whether the user gave it consent. */
export type TestApplication = {
  integrationKey: string
  userId: string
  privateKey: string
  isAllowed: boolean
}

/** A refused token request, which the account server answers with status 400. */
export class TokenRefusal extends Error {
  readonly body: { error: string; error_description?: string }

  constructor(error: string, error_description?: string) {
    super(error)
    this.body = { error, ...(error_description && { error_description }) }
  }
}

/** The keys of every application here: making RSA keys takes longer than most tests. */
let made: { publicKey: KeyObject; privateKey: KeyObject } | undefined

/** The account server's part: exchanges a JWT for a token after all the checks that DocuSign documents. */
export function makeTokens({ host, now }: { host: () => string; now: () => Date }) {
  made ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { publicKey, privateKey } = made
  const application: TestApplication = {
    integrationKey: randomUUID(),
    userId: randomUUID(),
    privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    isAllowed: true,
  }
  const valid = new Map<string, number>()
  return {
    application,
    issued: 0,
    /** Revokes every token. */
    revoke: () => valid.clear(),
    isValid: (authorization: string | undefined) =>
      (valid.get(authorization?.replace('Bearer ', '') ?? '') ?? 0) > now().getTime(),
    async exchange(form: URLSearchParams) {
      if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
        throw new TokenRefusal('unsupported_grant_type')
      await look(form.get('assertion') ?? '')
      if (!application.isAllowed) throw new TokenRefusal('consent_required')
      this.issued += 1
      const token = `test-${randomUUID()}`
      valid.set(token, now().getTime() + 3_600_000)
      return { access_token: token, token_type: 'Bearer', expires_in: 3600, scope: 'signature impersonation' }
    },
  }

  async function look(assertion: string): Promise<void> {
    const refuse = (why: string): never => {
      throw new TokenRefusal('invalid_grant', why)
    }
    const { payload } = await jwtVerify(assertion, publicKey, {
      algorithms: ['RS256'],
      currentDate: now(),
      requiredClaims: ['iss', 'sub', 'aud', 'iat', 'exp', 'scope'],
    }).catch((error: unknown) =>
      refuse(
        error instanceof errors.JWSSignatureVerificationFailed
          ? 'no_valid_keys_or_signatures'
          : error instanceof errors.JWTExpired
            ? 'expired_jwt'
            : 'invalid_jwt',
      ),
    )
    if (payload.iss !== application.integrationKey || payload.aud !== host()) refuse('issuer_not_found')
    if (payload.sub !== application.userId) refuse('user_not_found')
    if ((payload.exp ?? 0) - (payload.iat ?? 0) > 3600) refuse('expired_jwt')
    const scope = String(payload.scope).split(' ')
    if (!scope.includes('signature') || !scope.includes('impersonation')) refuse('invalid_scope')
  }
}
