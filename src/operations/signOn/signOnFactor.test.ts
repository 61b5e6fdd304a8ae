import { type CryptoKey, decodeJwt, importJWK, SignJWT } from 'jose'
import { expect, onTestFinished } from 'vitest'
import { can } from '#domain/access/policy.ts'
import { provesSecondFactor, SIGN_ON_FAILED } from '#domain/users/signOn.ts'
import { setUpAuthenticator } from '#tests/support/authenticator.ts'
import { PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { sessionOf, visitorOf } from '#tests/support/openedSession.ts'
import { openSignOnServer } from '#tests/support/openSignOnServer.ts'
import { makePasskeyDevice } from '#tests/support/passkeyDevice.ts'
import { test } from '#tests/support/test.ts'
import { createApiKey } from '../apiKeys/createApiKey.ts'
import { recognizeKey } from '../apiKeys/recognizeKey.ts'
import { addPasskey } from '../passkeys/addPasskey.ts'
import { startPasskey, startPasskeyProof } from '../passkeys/startPasskey.ts'
import { requireStepUp } from '../sessions/requireStepUp.ts'
import { signIn } from '../sessions/signIn.ts'
import { stepUp } from '../sessions/stepUp.ts'
import { finishSignOn } from './finishSignOn.ts'
import { showSignOnFactor } from './showSignOnFactor.ts'

const MINUTE = 60_000
const later = (clinic: TestClinic, ms: number) => {
  clinic.now = new Date(clinic.now.getTime() + ms)
}

/** A provider with an administrator who is connected to it, in a clinic that requires a second factor of administrators. */
async function setUp(clinic: TestClinic, values: Parameters<TestClinic['user']>[0] = {}) {
  // The provider has the real time.
  clinic.now = new Date()
  const user = { sub: 'ada-there', email: 'ada@clinic.test', email_verified: true }
  const server = await openSignOnServer('https://clinic.test', { user })
  const { signOn } = clinic.instances
  clinic.instances.signOn = [server.client]
  onTestFinished(() => {
    clinic.instances.signOn = signOn
  })
  const ada = await clinic.user({
    email: user.email,
    role: 'admin',
    factorGraceFrom: new Date(0),
    ...values,
  })
  await clinic.db.signOnIdentity.create({
    data: { userId: ada.id, issuer: server.issuer, subject: user.sub },
  })
  const come = async (ctx = clinic.anonymous(), isAgain = false) => {
    const { url, flow } = await server.client.start({ isAgain })
    const query = await server.visit(url)
    return finishSignOn(ctx, { providerId: server.client.id, query, flow })
  }
  const ticketOf = async () => {
    const { ticket } = (await come()) ?? {}
    if (!ticket) throw new Error('A session was opened without the second factor')
    return ticket
  }
  return { server, ada, come, ticketOf }
}

test('only methods and classes beyond a password count as a second factor', () => {
  for (const method of ['mfa', 'otp', 'hwk', 'swk'])
    expect(provesSecondFactor({ amr: ['pwd', method] })).toBe(true)
  for (const acr of ['phr', 'https://refeds.org/profile/mfa']) expect(provesSecondFactor({ acr })).toBe(true)
  for (const claims of [{}, { amr: ['pwd'] }, { amr: 'mfa' }, { acr: '1' }, { amr: null, acr: ['phr'] }])
    expect(provesSecondFactor(claims), JSON.stringify(claims)).toBe(false)
})

test('a second factor at the provider meets the clinic’s rule; without one, the user must set one up here', async ({
  clinic,
}) => {
  const { server, ada, come } = await setUp(clinic)
  const plain = await come()
  expect(await visitorOf(clinic, plain)).toMatchObject({ mustAddFactor: true })
  server.proof = { amr: ['pwd', 'otp'] }
  const strong = await come()
  expect(await visitorOf(clinic, strong)).toMatchObject({
    mustAddFactor: false,
  })
  // The earlier session has still shown nothing.
  expect(await visitorOf(clinic, plain)).toMatchObject({ mustAddFactor: true })
  expect(
    await clinic.db.auditLog.findMany({ where: { action: 'login' }, orderBy: { id: 'asc' } }),
  ).toMatchObject([{ details: { provider: 'okta' } }, { details: { provider: 'okta', factor: 'provider' } }])

  // Programs of the user follow the last sign-in at the provider.
  const { secret } = await createApiKey(clinic.as(ada), {
    userId: ada.id,
    name: 'P',
    scopes: ['patients_read'],
  })
  const reads = async () => can(await recognizeKey(clinic.anonymous(), secret), 'patient.list')
  expect(await reads()).toBe(true)
  server.proof = {}
  await come()
  expect(await reads()).toBe(false)
  server.proof = { amr: ['mfa'] }
  await come()
  expect(await reads()).toBe(true)
  await signIn(clinic.anonymous(), { email: ada.email, password: PASSWORD })
  expect(await reads()).toBe(false)
})

test('a user with a second factor here shows it after a provider that asked for none', async ({ clinic }) => {
  const { server, ada, come, ticketOf } = await setUp(clinic)
  const { code, recoveryCodes } = await setUpAuthenticator(clinic, ada)
  const ticket = await ticketOf()
  expect(await clinic.db.session.count()).toBe(0)
  expect(await clinic.db.knownDevice.count()).toBe(0)
  await expect(showSignOnFactor(clinic.anonymous(), { ticket, code: '000000' })).rejects.toMatchObject({
    code: 'unauthenticated',
    fields: { code: expect.any(String) },
  })
  const { sid, deviceId } = await showSignOnFactor(clinic.anonymous(), { ticket, code: code() })
  expect(await visitorOf(clinic, { sid, deviceId })).toMatchObject({ id: ada.id, mustAddFactor: false })
  // A new code, but the ticket was used.
  await expect(
    showSignOnFactor(clinic.anonymous(), { ticket, recoveryCode: recoveryCodes[0] }),
  ).rejects.toMatchObject({ code: 'unauthenticated', message: SIGN_ON_FAILED })
  const old = await ticketOf()
  later(clinic, 11 * MINUTE)
  await expect(showSignOnFactor(clinic.anonymous(), { ticket: old, code: code() })).rejects.toMatchObject({
    code: 'unauthenticated',
    message: SIGN_ON_FAILED,
  })
  // The recovery code was not lost with the refused sign-in.
  const again = await ticketOf()
  await showSignOnFactor(clinic.anonymous(), { ticket: again, recoveryCode: recoveryCodes[0] })

  server.proof = { acr: 'phr' }
  expect(await come()).toHaveProperty('sid')
  expect(await clinic.db.auditLog.findMany({ where: { action: 'login_failed' } })).toMatchObject([
    { userId: ada.id, details: { provider: 'okta', factor: 'authenticator_app' } },
  ])
})

test('a user with a passkey here shows it after a provider that asked for none', async ({ clinic }) => {
  const { ada, ticketOf } = await setUp(clinic)
  const device = makePasskeyDevice()
  const { challengeId, options } = await startPasskey(clinic.as(ada), {})
  await addPasskey(clinic.as(ada), { challengeId, response: device.create(options), name: 'Laptop' })
  const started = await startPasskeyProof(clinic.anonymous(), {})
  const passkey = { challengeId: started.challengeId, response: device.answer(started.options) }
  const { sid, deviceId } = await showSignOnFactor(clinic.anonymous(), { ticket: await ticketOf(), passkey })
  expect(await visitorOf(clinic, { sid, deviceId })).toMatchObject({ id: ada.id })
  await expect(
    showSignOnFactor(clinic.anonymous(), { ticket: await ticketOf(), passkey }),
  ).rejects.toMatchObject({ code: 'unauthenticated', fields: { passkey: expect.any(String) } })
})

test('a sign-in that waits for a code ends when the account is deactivated or disconnected', async ({
  clinic,
}) => {
  const { ada, ticketOf } = await setUp(clinic)
  const { code } = await setUpAuthenticator(clinic, ada)
  const ticket = await ticketOf()
  const forbidden = { code: 'forbidden' }
  await clinic.db.user.update({ where: { id: ada.id }, data: { isActive: false } })
  await expect(showSignOnFactor(clinic.anonymous(), { ticket, code: code() })).rejects.toMatchObject(
    forbidden,
  )
  await clinic.db.user.update({ where: { id: ada.id }, data: { isActive: true } })
  await clinic.db.signOnIdentity.deleteMany({})
  later(clinic, MINUTE)
  await expect(showSignOnFactor(clinic.anonymous(), { ticket, code: code() })).rejects.toMatchObject(
    forbidden,
  )
  expect(await clinic.db.session.count()).toBe(0)
})

test('a user without password and factor here confirms by signing in at the provider again', async ({
  clinic,
}) => {
  const { server, come, ada } = await setUp(clinic, { passwordHash: null })
  server.proof = { amr: ['mfa'] }
  const opened = await come()
  const asAda = async () => {
    const session = await sessionOf(clinic, opened)
    if (!session) throw new Error('The session has ended')
    return {
      ...clinic.anonymous(),
      sid: opened?.sid ?? '',
      actor: session.viewer,
      provenAt: session.provenAt,
    }
  }
  await requireStepUp(await asAda())
  later(clinic, 11 * MINUTE)
  await expect(requireStepUp(await asAda())).rejects.toMatchObject({
    code: 'step_up_required',
    facts: { how: ['sign_on'] },
  })
  await expect(stepUp(await asAda(), { password: 'anything' })).rejects.toMatchObject({ code: 'conflict' })
  // Connecting proves nothing, and neither does another account there.
  await come(await asAda())
  server.user = { ...server.user, sub: 'another' }
  await expect(come(await asAda(), true)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(requireStepUp(await asAda())).rejects.toMatchObject({ code: 'step_up_required' })
  server.user = { ...server.user, sub: 'ada-there' }
  expect(await come(await asAda(), true)).toBeNull()
  await requireStepUp(await asAda())
  expect(
    await clinic.db.auditLog.findMany({ where: { action: 'updated', resourceType: 'session' } }),
  ).toMatchObject([{ userId: ada.id, details: { fields: ['provenAt'], factor: 'provider' } }])
})

test('a provider that still knew the user makes no fresh proof', async ({ clinic }) => {
  const { server, come } = await setUp(clinic)
  server.proof = { amr: ['mfa'] }
  const signedInAt = Math.floor(Date.now() / 1000) - 3600
  server.tamper = async (token) =>
    new SignJWT({ ...decodeJwt(token), auth_time: signedInAt })
      .setProtectedHeader({ alg: 'RS256', kid: server.key.kid })
      .sign((await importJWK(server.key)) as CryptoKey)
  const opened = await come()
  const session = await sessionOf(clinic, opened)
  expect(session?.provenAt).toEqual(new Date(signedInAt * 1000))
  // Asked to sign in again, it answers with the old sign-in: refused.
  const viewer = session?.viewer
  if (!viewer) throw new Error('The session has ended')
  await expect(
    come({ ...clinic.anonymous(), sid: opened?.sid ?? '', actor: viewer }, true),
  ).rejects.toMatchObject({ code: 'unauthenticated', message: SIGN_ON_FAILED })
})
