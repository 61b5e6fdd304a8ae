import { expect } from 'vitest'
import { setUpAuthenticator } from '#tests/support/authenticator.ts'
import { openTestClinic, PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { visitorOf } from '#tests/support/openedSession.ts'
import { makePasskeyDevice } from '#tests/support/passkeyDevice.ts'
import { test } from '#tests/support/test.ts'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'
import { ownFactors } from '../factors/ownFactors.ts'
import { removeAuthenticator } from '../factors/removeAuthenticator.ts'
import { resetSecondFactor } from '../factors/resetSecondFactor.ts'
import { signIn } from '../sessions/signIn.ts'
import { stepUp } from '../sessions/stepUp.ts'
import { recoverAdministrator } from '../users/recoverAdministrator.ts'
import { addPasskey } from './addPasskey.ts'
import { removeExpiredChallenges } from './challenges.ts'
import { removePasskey } from './removePasskey.ts'
import { signInWithPasskey } from './signInWithPasskey.ts'
import { startPasskey, startPasskeyProof } from './startPasskey.ts'

type Device = ReturnType<typeof makePasskeyDevice>
type Forgery = Parameters<Device['answer']>[1]

const refused = { code: 'unauthenticated' }
const gone = { code: 'conflict' }
const later = (clinic: TestClinic, ms: number) => {
  clinic.now = new Date(clinic.now.getTime() + ms)
}

async function withPasskey(clinic: TestClinic, user: Parameters<TestClinic['as']>[0], name = 'Work laptop') {
  const device = makePasskeyDevice()
  const { challengeId, options } = await startPasskey(clinic.as(user), {})
  const added = await addPasskey(clinic.as(user), { challengeId, response: device.create(options), name })
  return { device, ...added }
}

/** Starts and answers a challenge. */
async function proofOf(clinic: TestClinic, device: Device, forged: Forgery = {}, ctx = clinic.anonymous()) {
  const { challengeId, options } = await startPasskeyProof(ctx, {})
  return { challengeId, response: device.answer(options, forged) }
}

test('a passkey alone signs in, on a new device with an alert, and the audit log names the factor', async ({
  clinic,
}) => {
  const user = await clinic.user({ email: 'sam@clinic.test' })
  const { device, recoveryCodes } = await withPasskey(clinic, user)
  expect(recoveryCodes).toHaveLength(10)
  const { sid, deviceId } = await signInWithPasskey(clinic.anonymous(), await proofOf(clinic, device))
  expect(await visitorOf(clinic, { sid, deviceId })).toMatchObject({
    id: user.id,
    hasSecondFactor: true,
    mustAddFactor: false,
  })
  await signInWithPasskey(clinic.anonymous(), await proofOf(clinic, device))
  expect(await clinic.db.alert.count({ where: { userId: user.id, type: 'new_device' } })).toBe(1)
  expect(await clinic.db.auditLog.findMany({ where: { action: 'login' } })).toMatchObject([
    { userId: user.id, details: { factor: 'passkey' } },
    { userId: user.id, details: { factor: 'passkey' } },
  ])
  expect((await ownFactors(clinic.as(user), {})).passkeys).toMatchObject([
    { name: 'Work laptop', isSynced: false, lastUsedAt: clinic.now },
  ])
})

test('a passkey is the second factor after the password, and confirms sensitive actions', async ({
  clinic,
}) => {
  const user = await clinic.user({ email: 'sam@clinic.test' })
  const { device, recoveryCodes } = await withPasskey(clinic, user)
  const enter = (shown: object = {}) =>
    signIn(clinic.anonymous(), { email: user.email, password: PASSWORD, ...shown })
  await expect(enter()).rejects.toMatchObject({
    code: 'factor_required',
    facts: { how: ['passkey', 'recovery_code'] },
  })
  await expect(enter({ code: '000000' })).rejects.toMatchObject(refused)
  await enter({ passkey: await proofOf(clinic, device) })
  await enter({ recoveryCode: recoveryCodes[0] })
  await stepUp(clinic.as(user), { passkey: await proofOf(clinic, device, {}, clinic.as(user)) })
  await expect(stepUp(clinic.as(user), { password: PASSWORD })).rejects.toMatchObject({
    code: 'invalid',
    fields: { passkey: expect.any(String) },
  })
})

test('a forged, replayed, late or foreign answer opens nothing and uses its challenge up', async ({
  clinic,
}) => {
  const user = await clinic.user({ email: 'sam@clinic.test' })
  const { device } = await withPasskey(clinic, user)
  const enter = (proof: { challengeId: string; response: string }) =>
    signInWithPasskey(clinic.anonymous(), proof)
  const forgeries: Record<string, Forgery> = {
    'of another origin': { origin: 'https://clinic.example' },
    'of another site': { rpId: 'clinic.example' },
    'without its user verified': { flags: 0x01 },
    'of a new passkey': { type: 'webauthn.create' },
    'of another user': { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') },
  }
  for (const [what, forged] of Object.entries(forgeries))
    await expect(enter(await proofOf(clinic, device, forged)), what).rejects.toMatchObject(refused)

  const { challengeId, response } = await proofOf(clinic, device)
  const changed = JSON.parse(response) as { response: { signature: string } }
  changed.response.signature = changed.response.signature.replace(/.{4}$/, 'AAAA')
  await expect(enter({ challengeId, response: JSON.stringify(changed) })).rejects.toMatchObject(refused)
  // The challenge is used up, although the true answer never arrived.
  await expect(enter({ challengeId, response })).rejects.toMatchObject(gone)
  // An answer to one challenge does not fit another.
  for (const unknown of ['0199a1b2-aaaa-7bbb-8ccc-0123456789ab', 'no ID'])
    await expect(enter({ challengeId: unknown, response })).rejects.toMatchObject(gone)
  await expect(enter({ challengeId: '\0', response })).rejects.toMatchObject({ code: 'invalid' })

  const { challengeId: other } = await startPasskeyProof(clinic.anonymous(), {})
  await expect(enter({ challengeId: other, response })).rejects.toMatchObject(refused)

  const used = await proofOf(clinic, device)
  await enter(used)
  await expect(enter(used)).rejects.toMatchObject(gone)

  const late = await proofOf(clinic, device)
  later(clinic, 600_001)
  await expect(enter(late)).rejects.toMatchObject(gone)
  const stranger = makePasskeyDevice()
  await expect(enter(await proofOf(clinic, stranger))).rejects.toMatchObject(refused)
  for (const text of ['', 'null', '{}', '[]', '{"id":1}'])
    await expect(enter({ ...(await proofOf(clinic, device)), response: text }), text).rejects.toMatchObject(
      refused,
    )

  expect(await clinic.db.session.count()).toBe(1)
  expect(await clinic.db.passkeyChallenge.count({ where: { expiresAt: { gt: clinic.now } } })).toBe(0)
  await startPasskeyProof(clinic.anonymous(), {})
  later(clinic, 600_001)
  expect(await removeExpiredChallenges(clinic.anonymous())).toBe(1)
})

test('a counter that does not grow is refused, as of a copied passkey', async ({ clinic }) => {
  const { device } = await withPasskey(clinic, await clinic.user())
  await signInWithPasskey(clinic.anonymous(), await proofOf(clinic, device, { counter: 7 }))
  for (const counter of [7, 3, 0])
    await expect(
      signInWithPasskey(clinic.anonymous(), await proofOf(clinic, device, { counter })),
      String(counter),
    ).rejects.toMatchObject(refused)
  await signInWithPasskey(clinic.anonymous(), await proofOf(clinic, device, { counter: 8 }))
})

test('of concurrent sign-ins with one answer, one succeeds', async ({ clinic }) => {
  const { device } = await withPasskey(clinic, await clinic.user())
  const proof = await proofOf(clinic, device)
  const tries = await Promise.allSettled([1, 2, 3].map(() => signInWithPasskey(clinic.anonymous(), proof)))
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
})

test('one user’s passkey is no second factor of another, and a challenge belongs to its session', async ({
  clinic,
}) => {
  const [sam, eve] = [await clinic.user({ email: 'sam@clinic.test' }), await clinic.user()]
  await withPasskey(clinic, sam)
  const { device } = await withPasskey(clinic, eve)
  const wrong = { fields: { passkey: expect.any(String) } }
  await expect(
    signIn(clinic.anonymous(), {
      ...{ email: sam.email, password: PASSWORD, passkey: await proofOf(clinic, device) },
    }),
  ).rejects.toMatchObject(wrong)
  // Started as a visitor, or in another user's session.
  for (const ctx of [clinic.anonymous(), clinic.as(sam)])
    await expect(
      stepUp(clinic.as(eve), { passkey: await proofOf(clinic, device, {}, ctx) }),
    ).rejects.toMatchObject(wrong)
  const { challengeId, options } = await startPasskey(clinic.as(sam), {})
  await expect(
    addPasskey(clinic.as(eve), { challengeId, response: makePasskeyDevice().create(options), name: 'Mine' }),
  ).rejects.toMatchObject(gone)
  expect(await clinic.db.passkey.count()).toBe(2)
})

test('a passkey of another site, without its user verified or of a used challenge is not added', async ({
  clinic,
}) => {
  const user = await clinic.user()
  const add = async (forged: Forgery) => {
    const { challengeId, options } = await startPasskey(clinic.as(user), {})
    const response = makePasskeyDevice().create(options, forged)
    return addPasskey(clinic.as(user), { challengeId, response, name: 'Phone' })
  }
  for (const forged of [
    { origin: 'https://clinic.example' },
    { rpId: 'clinic.example' },
    { flags: 0x41 },
    { type: 'webauthn.get' },
  ])
    await expect(add(forged), JSON.stringify(forged)).rejects.toMatchObject({ code: 'invalid' })
  // A challenge to prove is none to add with.
  const { challengeId, options } = await startPasskeyProof(clinic.as(user), {})
  await expect(
    addPasskey(clinic.as(user), {
      challengeId,
      response: makePasskeyDevice().create(options),
      name: 'Phone',
    }),
  ).rejects.toMatchObject(gone)
  expect(await clinic.db.passkey.count()).toBe(0)
})

test('a user has several passkeys; the last factor takes the recovery codes along, and alerts name the passkey', async ({
  clinic,
}) => {
  const user = await clinic.user({ role: 'admin' })
  const first = await withPasskey(clinic, user)
  const second = await withPasskey(clinic, user, 'Phone')
  expect(second.recoveryCodes).toEqual([])
  await setUpAuthenticator(clinic, user)
  await removeAuthenticator(clinic.as(user), {})
  const codes = () => clinic.db.recoveryCode.count({ where: { userId: user.id } })
  await removePasskey(clinic.as(user), { passkeyId: first.passkey.id })
  expect(await codes()).toBe(10)
  await expect(
    removePasskey(clinic.as(await clinic.user()), { passkeyId: second.passkey.id }),
  ).rejects.toMatchObject({ code: 'conflict' })
  const other = await clinic.user()
  await withPasskey(clinic, other)
  await expect(removePasskey(clinic.as(other), { passkeyId: second.passkey.id })).rejects.toMatchObject({
    code: 'not_found',
  })
  await removePasskey(clinic.as(user), { passkeyId: second.passkey.id })
  expect(await codes()).toBe(0)
  await expect(
    signInWithPasskey(clinic.anonymous(), await proofOf(clinic, second.device)),
  ).rejects.toMatchObject(refused)
  expect((await signIn(clinic.anonymous(), { email: user.email, password: PASSWORD })).user).toMatchObject({
    mustAddFactor: true,
  })
  const alerts = await clinic.db.alert.findMany({ where: { type: 'second_factor_removed' } })
  expect(alerts.map(({ message }) => message)).toContain('The passkey “Phone” was removed from your account')
  expect(
    await clinic.db.auditLog.findMany({
      where: { resourceType: 'passkey', userId: user.id },
      orderBy: { id: 'asc' },
    }),
  ).toMatchObject([
    { action: 'created', resourceId: first.passkey.id },
    { action: 'created', resourceId: second.passkey.id },
    { action: 'deleted', resourceId: first.passkey.id },
    { action: 'deleted', resourceId: second.passkey.id },
  ])
})

test('the first passkey ends other sessions, and an inactive user cannot come back with one', async ({
  clinic,
}) => {
  const user = await clinic.user({ email: 'sam@clinic.test' })
  await signIn(clinic.anonymous(), { email: user.email, password: PASSWORD })
  const { device } = await withPasskey(clinic, user)
  expect(await clinic.db.session.count()).toBe(0)
  await clinic.db.user.update({ where: { id: user.id }, data: { isActive: false } })
  await expect(signInWithPasskey(clinic.anonymous(), await proofOf(clinic, device))).rejects.toMatchObject(
    refused,
  )
})

test('a reset by an administrator and a recovery from the command line remove passkeys', async ({
  clinic,
}) => {
  const admin = await clinic.user({ role: 'admin', email: 'ada@clinic.test' })
  const user = await clinic.user()
  const [lost, own] = [await withPasskey(clinic, user), await withPasskey(clinic, admin)]
  await resetSecondFactor(clinic.as(admin), { userId: user.id, reason: 'Lost the phone on the train' })
  await recoverAdministrator(clinic.anonymous(), { email: admin.email, password: 'a long pass phrase' })
  for (const { device } of [lost, own])
    await expect(signInWithPasskey(clinic.anonymous(), await proofOf(clinic, device))).rejects.toMatchObject(
      refused,
    )
})

test('challenges and wrong passkeys are limited by network', async ({ clinic }) => {
  const { passkey, passkeyChallenge } = clinic.instances.signInLimits
  const { device } = await withPasskey(clinic, await clinic.user())
  for (let count = 0; count < passkey.points; count += 1)
    await expect(
      signInWithPasskey(clinic.anonymous(), { challengeId: 'none', response: '{}' }),
    ).rejects.toMatchObject(gone)
  await expect(signInWithPasskey(clinic.anonymous(), await proofOf(clinic, device))).rejects.toMatchObject({
    code: 'rate_limited',
  })
  const stored = await clinic.db.passkeyChallenge.count()
  await clinic.db.throttle.updateMany({
    where: { key: { startsWith: 'passkey-challenge:' } },
    data: { points: passkeyChallenge.points },
  })
  await expect(startPasskeyProof(clinic.anonymous(), {})).rejects.toMatchObject({ code: 'rate_limited' })
  expect(await clinic.db.passkeyChallenge.count()).toBe(stored)
})

test('an authenticator app from before passkeys is still a second factor after the upgrade', async () => {
  await withDatabaseBefore('20261127055000_passkeys', async ({ ask, ownerUrl, upgrade }) => {
    await ask(`WITH made AS (
        INSERT INTO users (id, email, password_hash, first_name, last_name, role, created_at, updated_at)
        VALUES (gen_random_uuid(), 'old@clinic.test', 'x', 'Old', 'Admin', 'admin', now(), now()) RETURNING id)
      INSERT INTO authenticator_apps (id, user_id, wrapped_key, key_id, confirmed_at)
      SELECT gen_random_uuid(), id, '\\x00', 'key', now() FROM made`)
    await upgrade()
    const clinic = await openTestClinic(ownerUrl)
    try {
      const user = await clinic.db.user.findFirstOrThrow({ where: { email: 'old@clinic.test' } })
      expect(user.hasSecondFactor).toBe(true)
      const { passkey } = await withPasskey(clinic, user)
      await clinic.db.authenticatorApp.deleteMany({})
      const hasFactor = async () =>
        (await clinic.db.user.findUniqueOrThrow({ where: { id: user.id } })).hasSecondFactor
      expect(await hasFactor()).toBe(true)
      await clinic.db.passkey.delete({ where: { id: passkey.id } })
      expect(await hasFactor()).toBe(false)
    } finally {
      await clinic.close()
    }
  })
})
