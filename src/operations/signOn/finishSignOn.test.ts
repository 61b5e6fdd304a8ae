import { type CryptoKey, decodeJwt, generateKeyPair, importJWK, SignJWT } from 'jose'
import { expect, onTestFinished, vi } from 'vitest'
import { SIGN_ON_FAILED, SIGN_ON_NO_ROLE, SIGN_ON_NOT_FRESH, SIGN_ON_UNKNOWN } from '#domain/users/signOn.ts'
import { PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { type Opened, visitorOf } from '#tests/support/openedSession.ts'
import { type OpenedSignOn, openSignOnServer } from '#tests/support/openSignOnServer.ts'
import { test } from '#tests/support/test.ts'
import { signIn } from '../sessions/signIn.ts'
import { deleteUser } from '../users/deleteUser.ts'
import { setUserActive } from '../users/setUserActive.ts'
import { disconnectSignOn } from './disconnectSignOn.ts'
import { endSignOnSessions } from './endSignOnSessions.ts'
import { finishSignOn } from './finishSignOn.ts'
import { callerUsesPassword } from './passwordClosed.ts'

const PUBLIC_URL = 'https://clinic.test'
const failed = { code: 'unauthenticated', message: SIGN_ON_FAILED }
const samThere = { sub: 'sam-there', email: 'Sam@clinic.test', email_verified: true }

type Options = Parameters<typeof openSignOnServer>[1]

async function setUp(clinic: TestClinic, options: Partial<Options> = {}, more: OpenedSignOn[] = []) {
  const server = await openSignOnServer(PUBLIC_URL, { user: { ...samThere }, ...options })
  const { signOn } = clinic.instances
  clinic.instances.signOn = [server.client, ...more.map(({ client }) => client)]
  onTestFinished(() => {
    clinic.instances.signOn = signOn
  })
  const sam = await clinic.user({ email: 'sam@clinic.test' })
  const providerId = server.client.id
  /** Signs in at the provider and comes back. */
  const come = async (ctx = clinic.anonymous()) => {
    const { url, flow } = await server.client.start()
    return finishSignOn(ctx, { providerId, query: await server.visit(url), flow })
  }
  const connect = () => come(clinic.as(sam))
  return { server, sam, providerId, come, connect }
}

test('a user who is signed in connects an account with the same verified address, then signs in with it', async ({
  clinic,
}) => {
  const { sam, server, come, connect } = await setUp(clinic)
  await expect(come()).rejects.toMatchObject({ code: 'forbidden', message: SIGN_ON_UNKNOWN })
  expect(await connect()).toBeNull()
  expect(await clinic.db.signOnIdentity.findMany()).toMatchObject([
    { userId: sam.id, issuer: server.issuer, subject: 'sam-there' },
  ])
  expect(await clinic.db.alert.findMany()).toMatchObject([{ type: 'sign_on_connected', userId: sam.id }])

  const opened = await come()
  expect(await visitorOf(clinic, opened)).toMatchObject({ id: sam.id })
  const rows = await clinic.db.auditLog.findMany({
    orderBy: { id: 'asc' },
    where: { resourceType: { not: 'alert' } },
  })
  expect(rows).toMatchObject([
    { action: 'login_failed', userId: null, details: { provider: 'okta', code: 'forbidden' } },
    { action: 'created', resourceType: 'sign_on_identity', userId: sam.id },
    { action: 'login', userId: sam.id, details: { provider: 'okta' } },
  ])
})

test('an address that the provider has not verified, or another one, connects nothing', async ({
  clinic,
}) => {
  const { server, connect } = await setUp(clinic)
  server.user = { ...samThere, email_verified: false }
  await expect(connect()).rejects.toMatchObject({ code: 'forbidden' })
  server.user = { ...samThere, email: 'eve@clinic.test' }
  await expect(connect()).rejects.toMatchObject({ code: 'forbidden' })
  expect(await clinic.db.signOnIdentity.count()).toBe(0)
})

test('a user who signed in more than ten minutes ago connects nothing', async ({ clinic }) => {
  const { sam, come } = await setUp(clinic)
  const unattended = { ...clinic.as(sam), provenAt: new Date(clinic.now.getTime() - 601_000) }
  await expect(come(unattended)).rejects.toMatchObject({ code: 'forbidden', message: SIGN_ON_NOT_FRESH })
  expect(await clinic.db.signOnIdentity.count()).toBe(0)
})

test('a deactivated user cannot come back through the provider, and open sessions end', async ({
  clinic,
}) => {
  const { sam, come, connect } = await setUp(clinic)
  const admin = await clinic.user({ role: 'admin' })
  await connect()
  const opened = await come()
  await setUserActive(clinic.as(admin), { userId: sam.id, isActive: false })
  expect(await visitorOf(clinic, opened)).toBeNull()
  await expect(come()).rejects.toMatchObject({ code: 'forbidden', message: SIGN_ON_UNKNOWN })
})

test('a wrong or repeated state, another nonce, another verifier and an old flow are refused', async ({
  clinic,
}) => {
  const { server, providerId, connect } = await setUp(clinic)
  await connect()
  const tries: ((flow: Awaited<ReturnType<typeof server.client.start>>['flow']) => object)[] = [
    () => ({ state: 'another' }),
    () => ({ nonce: 'another' }),
    () => ({ verifier: 'x'.repeat(43) }),
    () => ({ providerId: 'another' }),
    (flow) => ({ startedAt: flow.startedAt - 600_001 }),
  ]
  for (const change of tries) {
    const { url, flow } = await server.client.start()
    const query = await server.visit(url)
    const changed = { ...flow, ...change(flow) }
    await expect(
      finishSignOn(clinic.anonymous(), { providerId, query, flow: changed }),
      JSON.stringify(change(flow)),
    ).rejects.toMatchObject(failed)
  }
  const { url, flow } = await server.client.start()
  const query = await server.visit(url)
  await expect(finishSignOn(clinic.anonymous(), { providerId, query, flow: null })).rejects.toMatchObject(
    failed,
  )
  expect(await finishSignOn(clinic.anonymous(), { providerId, query, flow })).toHaveProperty('sid')
  // The same answer again: its code is spent, even if the browser kept the cookie.
  await expect(finishSignOn(clinic.anonymous(), { providerId, query, flow })).rejects.toMatchObject(failed)
})

test('a forged, expired or unsigned ID token, and one for another audience or of another issuer, is refused', async ({
  clinic,
}) => {
  const { server, come, connect } = await setUp(clinic)
  await connect()
  const key = (await importJWK(server.key)) as CryptoKey
  const { privateKey: forger } = await generateKeyPair('RS256')
  const now = Math.floor(Date.now() / 1000)
  const signed = (claims: object, signer = key) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', kid: server.key.kid }).sign(signer)
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  const tampers: Record<string, (claims: object, token: string) => Promise<string>> = {
    forged: (claims) => signed(claims, forger),
    expired: (claims) => signed({ ...claims, iat: now - 7200, exp: now - 3600 }),
    'expired for longer than clocks may differ': (claims) => signed({ ...claims, exp: now - 45 }),
    'that is not valid yet': (claims) => signed({ ...claims, nbf: now + 45 }),
    'for another audience': (claims) => signed({ ...claims, aud: 'another' }),
    'of another issuer': (claims) => signed({ ...claims, iss: 'https://another.example' }),
    'with another nonce': (claims) => signed({ ...claims, nonce: 'another' }),
    unsigned: async (_claims, token) => `${none}.${token.split('.')[1]}.`,
  }
  for (const [what, tamper] of Object.entries(tampers)) {
    server.tamper = (token) => tamper(decodeJwt(token), token)
    await expect(come(), what).rejects.toMatchObject(failed)
  }
  // Signed again with the provider's own key, and with a clock that is a little ahead or behind: accepted.
  for (const claims of [{ iat: now + 20, nbf: now + 20 }, { exp: now - 5 }]) {
    server.tamper = (token) => signed({ ...decodeJwt(token), ...claims })
    expect(await come()).toHaveProperty('sid')
  }
})

test('a provider can replace its signing key, after which the old one signs nothing', async ({ clinic }) => {
  const { server, come, connect } = await setUp(clinic)
  await connect()
  const old = server.key
  server.rotateKey()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  expect(await come()).toHaveProperty('sid')
  server.tamper = async (token) =>
    new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: 'RS256', kid: old.kid })
      .sign((await importJWK(old)) as CryptoKey)
  await expect(come()).rejects.toMatchObject(failed)
})

test('the answer of one provider is refused at another one', async ({ clinic }) => {
  const other = await openSignOnServer(PUBLIC_URL, { id: 'entra', user: { ...samThere } })
  const { connect, server } = await setUp(clinic, {}, [other])
  await connect()
  const { url, flow } = await other.client.start()
  const query = await other.visit(url)
  await expect(
    finishSignOn(clinic.anonymous(), { providerId: 'okta', query, flow: { ...flow, providerId: 'okta' } }),
  ).rejects.toMatchObject(failed)
  // The same subject at another issuer is another account.
  expect(server.user.sub).toBe(other.user.sub)
  const again = await other.client.start()
  await expect(
    finishSignOn(clinic.anonymous(), {
      providerId: 'entra',
      query: await other.visit(again.url),
      flow: again.flow,
    }),
  ).rejects.toMatchObject({ code: 'forbidden', message: SIGN_ON_UNKNOWN })
})

test('groups at the provider give the role, no group no session, and the last administrator stays one', async ({
  clinic,
}) => {
  const roles = { Lawyers: 'attorney', 'Front Desk': 'staff', Heads: 'admin' } as const
  const { sam, server, come, connect } = await setUp(clinic, { roles })
  await connect()
  const roleOfSam = async () => (await clinic.db.user.findUniqueOrThrow({ where: { id: sam.id } })).role
  await expect(come()).rejects.toMatchObject({ code: 'forbidden', message: SIGN_ON_NO_ROLE })
  server.user.groups = ['Others', 'Lawyers']
  await come()
  expect(await roleOfSam()).toBe('attorney')
  server.user.groups = ['Front Desk', 'Heads']
  await come()
  expect(await roleOfSam()).toBe('admin')
  server.user.groups = ['Front Desk']
  await come()
  expect(await roleOfSam()).toBe('admin')
  await clinic.user({ role: 'admin' })
  await come()
  expect(await roleOfSam()).toBe('staff')
})

test('an unknown user gets an account only where the setting allows it, and never the account of a colleague', async ({
  clinic,
}) => {
  const { server, come } = await setUp(clinic, { createsUsers: true })
  server.user = { ...samThere, sub: 'eve', given_name: 'Eve', family_name: 'Moss' }
  await expect(come()).rejects.toMatchObject({ message: SIGN_ON_UNKNOWN })
  server.user.email = 'eve@clinic.test'
  await come()
  expect(await clinic.db.user.findFirst({ where: { email: 'eve@clinic.test' } })).toMatchObject({
    firstName: 'Eve',
    role: 'staff',
    hasPassword: false,
  })
})

test('the alert about a new administrator names the provider, and a name in two alphabets is refused', async ({
  clinic,
}) => {
  const roles = { owners: 'admin' } as const
  const { server, come } = await setUp(clinic, { createsUsers: true, roles })
  const admin = await clinic.user({ role: 'admin' })
  const { email_verified } = samThere
  const eve = {
    sub: 'eve',
    email: 'eve@clinic.test',
    email_verified,
    family_name: 'Moss',
    groups: ['owners'],
  }
  // The second letter is Cyrillic.
  server.user = { ...eve, given_name: 'E\u0432e' }
  await expect(come()).rejects.toMatchObject({ message: SIGN_ON_UNKNOWN })
  server.user = { ...eve, given_name: 'Eve' }
  await come()
  const [alert] = await clinic.db.alert.findMany({
    where: { userId: admin.id, type: 'administrator_added' },
  })
  expect(alert?.message).toBe('Okta added Eve Moss as an administrator')
})

test('an administrator disconnects an account, so that the user can connect a new one', async ({
  clinic,
}) => {
  const { sam, server, come, connect } = await setUp(clinic)
  const admin = await clinic.user({ role: 'admin' })
  const disconnect = () => disconnectSignOn(clinic.as(admin), { userId: sam.id })
  const countsFactor = async () =>
    (await clinic.db.user.findUniqueOrThrow({ where: { id: sam.id } })).hasProviderFactor
  await connect()
  server.proof.amr = ['mfa']
  const opened = await come()
  expect(await countsFactor()).toBe(true)
  // The provider has made a new account for the user.
  server.user = { ...samThere, sub: 'sam-again' }
  await expect(connect()).rejects.toMatchObject({ code: 'conflict' })

  await disconnect()
  expect(await countsFactor(), 'a factor at the provider').toBe(false)
  expect(await visitorOf(clinic, opened)).toBeNull()
  await expect(come()).rejects.toMatchObject({ message: SIGN_ON_UNKNOWN })
  expect(await clinic.db.alert.findMany({ where: { type: 'sign_on_disconnected' } })).toMatchObject(
    [sam, admin].map(({ id: userId }) => expect.objectContaining({ userId })),
  )
  expect(await clinic.db.auditLog.findMany({ where: { action: 'deleted' } })).toMatchObject([
    { resourceType: 'sign_on_identity', userId: admin.id, details: { userId: sam.id } },
    { resourceType: 'session', userId: admin.id, details: { userId: sam.id } },
  ])
  await connect()
  expect(await visitorOf(clinic, await come())).toMatchObject({ id: sam.id })
  await disconnect()
  await expect(disconnect()).rejects.toMatchObject({ code: 'conflict' })
})

test('a provider can close the password of its users, but not of the last administrator with one', async ({
  clinic,
}) => {
  const { sam, connect } = await setUp(clinic, { closesPasswords: true })
  const withPassword = () => signIn(clinic.anonymous(), { email: sam.email, password: PASSWORD })
  await withPassword()
  await connect()
  await expect(withPassword()).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await callerUsesPassword(clinic.as(sam))).toBe(false)
  await clinic.db.user.update({ where: { id: sam.id }, data: { role: 'admin' } })
  expect(await callerUsesPassword(clinic.as(sam))).toBe(true)
  await withPassword()
  await clinic.user({ role: 'admin' })
  await expect(withPassword()).rejects.toMatchObject({ code: 'unauthenticated' })
})

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }

test('a back-channel logout ends the sessions at once, and no forged, expired, foreign or repeated token does', async ({
  clinic,
}) => {
  const { server, come, connect } = await setUp(clinic)
  await connect()
  const open = () => come()
  const isOpen = async (opened: Opened) => (await visitorOf(clinic, opened)) !== null
  const key = (await importJWK(server.key)) as CryptoKey
  const now = Math.floor(Date.now() / 1000)
  const valid = {
    sub: 'sam-there',
    iss: server.issuer,
    aud: 'caseload',
    iat: now,
    exp: now + 60,
    events: EVENTS,
  }
  let made = 0
  const tokenOf = (claims: object, { signer = key, kid = server.key.kid } = {}) => {
    made += 1
    return new SignJWT({ ...valid, jti: `token ${made}`, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid })
      .sign(signer)
  }
  const logOut = (token: string) => endSignOnSessions(clinic.anonymous(), { providerId: 'okta', token })
  const { privateKey: forger } = await generateKeyPair('RS256')

  const first = await open()
  const refused = {
    forged: await tokenOf({}, { signer: forger }),
    'of an unknown key': await tokenOf({}, { signer: forger, kid: 'unknown' }),
    expired: await tokenOf({ exp: now - 3600 }),
    old: await tokenOf({ iat: now - 3600 }),
    'for another audience': await tokenOf({ aud: 'another' }),
    'of another issuer': await tokenOf({ iss: 'https://another.example' }),
    'without the event': await tokenOf({ events: {} }),
    'that is an ID token': await tokenOf({ nonce: 'x' }),
    'without a user': await tokenOf({ sub: undefined }),
    'without an ID': await tokenOf({ jti: undefined }),
    unsigned: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(valid)).toString('base64url')}.`,
  }
  for (const [what, token] of Object.entries(refused))
    await expect(logOut(token), what).rejects.toMatchObject({ code: 'invalid' })
  expect(await logOut(await tokenOf({ sub: 'another' }))).toBe(0)
  expect(await isOpen(first)).toBe(true)

  const token = await tokenOf({})
  expect(await logOut(token)).toBe(1)
  expect(await isOpen(first)).toBe(false)
  const second = await open()
  expect(await logOut(token)).toBe(0)
  expect(await isOpen(second)).toBe(true)
})

test('the account of a deleted user can be connected to another one', async ({ clinic }) => {
  const { sam, come, connect } = await setUp(clinic)
  const admin = await clinic.user({ role: 'admin' })
  await connect()
  await deleteUser(clinic.as(admin), { userId: sam.id })
  await expect(come()).rejects.toMatchObject({ code: 'forbidden', message: SIGN_ON_UNKNOWN })
  const again = await clinic.user({ email: 'sam@clinic.test' })
  expect(await come(clinic.as(again))).toBeNull()
  expect(await clinic.db.signOnIdentity.findMany()).toMatchObject([{ userId: again.id }])
})
