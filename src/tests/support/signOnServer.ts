import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, importJWK, SignJWT } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'

/** How Caseload is known to the provider. */
export const CLIENT = { clientId: 'caseload', clientSecret: 'a-client-secret-of-the-tests' }

/** The user who is signed in at the provider. */
export type ProviderUser = {
  sub: string
  email: string
  email_verified: boolean
  given_name?: string
  family_name?: string
  groups?: string[]
}

/** How the user signed in, as the ID token says it. */
type Proof = { amr?: string[]; acr?: string }

export type SignOnServer = {
  issuer: string
  user: ProviderUser
  proof: Proof
  /** The key that signs tokens, as a JWK. */
  key: object & { kid: string }
  /** Replaces the ID token that the provider returns. */
  tamper?: (idToken: string) => Promise<string>
  /** Starts to answer for the Caseload at this URL. */
  serve: (publicUrl: string) => void
  /** Replaces the key that signs tokens, and forgets all sign-ins. */
  rotateKey: () => void
  /** Signs the user in at the provider, as a browser does, and returns the query with which it comes back. */
  visit: (url: string) => Promise<string>
  close: () => Promise<void>
}

const newKey = (kid: string) => ({
  ...(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }) as object),
  ...{ kid, use: 'sig', alg: 'RS256' },
})

/** Starts a real OpenID Connect provider. Its users sign in without a form. */
export async function startSignOnServer(id: string, user: ProviderUser): Promise<SignOnServer> {
  const listener = createServer()
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  let publicUrl = ''
  let keys = 0
  const nextKey = () => {
    keys += 1
    return newKey(`key-${id}-${keys}`)
  }
  let provider: Provider
  let callback: ReturnType<Provider['callback']>
  const open = () => {
    provider = new Provider(issuer, configurationOf(id, publicUrl, server))
    provider.use(async (ctx, next) => {
      await next()
      const body = ctx.body as { id_token?: string } | undefined
      if (ctx.path === '/token' && server.tamper && body?.id_token)
        ctx.body = { ...body, id_token: await server.tamper(body.id_token) }
    })
    callback = provider.callback()
  }
  const server: SignOnServer = {
    ...{ issuer, user, proof: {}, key: nextKey() },
    serve: (url) => {
      publicUrl = url
      open()
    },
    rotateKey: () => {
      server.key = nextKey()
      open()
    },
    visit: (url) => followUntil(url, publicUrl),
    close: () => close(listener),
  }
  listener.on('request', (req, res) => {
    if (req.url?.startsWith('/interaction/')) void signIn(provider, req, res, server)
    else void callback(req, res)
  })
  return server
}

const configurationOf = (id: string, publicUrl: string, server: SignOnServer): Configuration => ({
  jwks: { keys: [server.key] } as never,
  clients: [
    {
      client_id: CLIENT.clientId,
      client_secret: CLIENT.clientSecret,
      redirect_uris: [`${publicUrl}/sign-on/${id}/callback`],
      response_types: ['code'],
      grant_types: ['authorization_code'],
    },
  ],
  claims: {
    openid: ['sub', 'acr', 'amr'],
    email: ['email', 'email_verified'],
    profile: ['given_name', 'family_name', 'groups'],
  },
  cookies: { keys: ['a key of the tests for cookies'] },
  pkce: { required: () => true },
  features: { devInteractions: { enabled: false } },
  findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ ...server.user }) }),
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
})

/** The token with which the provider ends the user's sessions (OpenID Connect Back-Channel Logout 1.0). */
export async function logoutTokenOf({ issuer, user, key }: SignOnServer): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  return new SignJWT({ sub: user.sub, jti: crypto.randomUUID(), events })
    .setProtectedHeader({ alg: 'RS256', kid: key.kid })
    .setIssuer(issuer)
    .setAudience(CLIENT.clientId)
    .setIssuedAt(now)
    .setExpirationTime(now + 60)
    .sign((await importJWK(key)) as CryptoKey)
}

/** Signs the user in and agrees for them to share what the client asks for. */
async function signIn(
  provider: Provider,
  req: Parameters<Provider['interactionDetails']>[0],
  res: Parameters<Provider['interactionDetails']>[1],
  { user: { sub: accountId }, proof }: SignOnServer,
): Promise<void> {
  const { params } = await provider.interactionDetails(req, res)
  const grant = new provider.Grant({ accountId, clientId: String(params.client_id) })
  grant.addOIDCScope('openid email profile')
  const grantId = await grant.save()
  const result = { login: { accountId, ...proof }, consent: { grantId } }
  await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false })
}

/** Follows redirects with cookies until one leads to Caseload. Returns its query. */
async function followUntil(url: string, publicUrl: string): Promise<string> {
  const jar = new Map<string, string>()
  let next = url
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const one of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    if (!location) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
    next = new URL(location, next).href
    if (next.startsWith(publicUrl)) return new URL(next).search
  }
  throw new Error('The provider redirects without end')
}

const close = (server: Server) =>
  new Promise<void>((done) => {
    server.closeAllConnections()
    server.close(() => done())
  })
