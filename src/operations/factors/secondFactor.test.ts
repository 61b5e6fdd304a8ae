import { describe, expect } from 'vitest'
import { codeAt, setUpAuthenticator } from '#tests/support/authenticator.ts'
import { PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { meetAt } from '#tests/support/meeting.ts'
import { test } from '#tests/support/test.ts'
import { signIn } from '../sessions/signIn.ts'
import { stepUp } from '../sessions/stepUp.ts'
import { readLocks, unlockUser } from '../users/unlockUser.ts'
import { confirmAuthenticator } from './confirmAuthenticator.ts'
import { renewRecoveryCodes } from './makeRecoveryCodes.ts'
import { ownFactors } from './ownFactors.ts'
import { removeAuthenticator } from './removeAuthenticator.ts'
import { startAuthenticator } from './startAuthenticator.ts'

const wrongCode = { code: 'unauthenticated', fields: { code: expect.stringContaining('wrong or was used') } }
const later = (clinic: TestClinic, seconds: number) => {
  clinic.now = new Date(clinic.now.getTime() + seconds * 1000)
}

async function userWithApp(clinic: TestClinic) {
  const user = await clinic.user({ email: 'sam@clinic.test' })
  const app = await setUpAuthenticator(clinic, user)
  const enter = (shown: object) =>
    signIn(clinic.anonymous(), { email: user.email, password: PASSWORD, ...shown })
  return { ...app, user, enter }
}

describe('signing in with a second factor', () => {
  test('the password alone opens nothing and says what is needed', async ({ clinic }) => {
    const { enter } = await userWithApp(clinic)
    await expect(enter({})).rejects.toMatchObject({
      code: 'factor_required',
      facts: { how: ['code', 'recovery_code'] },
    })
    expect(await clinic.db.session.count()).toBe(0)
  })

  test('a wrong password gets the same answer as without a second factor, whatever the code', async ({
    clinic,
  }) => {
    const { enter, code } = await userWithApp(clinic)
    await expect(enter({ password: 'a wrong one', code: code() })).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'Invalid email or password',
      fields: undefined,
    })
    // The code was not used up.
    await expect(enter({ code: code() })).resolves.toMatchObject({ sid: expect.any(String) })
  })

  test('password and code open a session, and the audit log says with which factor', async ({ clinic }) => {
    const { enter, code, user } = await userWithApp(clinic)
    await enter({ code: ` ${code().slice(0, 3)} ${code().slice(3)} ` })
    expect(await clinic.db.session.count({ where: { userId: user.id } })).toBe(1)
    expect(await clinic.db.auditLog.findFirst({ where: { action: 'login' } })).toMatchObject({
      details: { factor: 'authenticator_app' },
    })
  })

  test('a code works once, and only one step before or after its own', async ({ clinic }) => {
    const { enter, code } = await userWithApp(clinic)
    const shownAt = clinic.now
    for (const seconds of [-60, 60]) {
      await expect(
        enter({ code: code(new Date(shownAt.getTime() + seconds * 1000)) }),
        `${seconds} s`,
      ).rejects.toMatchObject(wrongCode)
    }
    await enter({ code: code() })
    await expect(enter({ code: code() })).rejects.toMatchObject(wrongCode)
    // Nor does the code of the step before, once a later one was used.
    await expect(enter({ code: code(new Date(shownAt.getTime() - 30_000)) })).rejects.toMatchObject(wrongCode)
    await expect(enter({ code: code(new Date(shownAt.getTime() + 30_000)) })).resolves.toBeDefined()
  })

  test('of concurrent sign-ins with one code, one succeeds', async ({ clinic }) => {
    const { enter, code, user } = await userWithApp(clinic)
    const tries = await Promise.allSettled([1, 2, 3].map(() => enter({ code: code() })))
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await clinic.db.session.count({ where: { userId: user.id } })).toBe(1)
  })

  test('five wrong codes block the right one, and the password alone does not reset the count', async ({
    clinic,
  }) => {
    const { enter, code, user } = await userWithApp(clinic)
    for (let count = 0; count < 5; count += 1) {
      await expect(enter({ code: '000000' })).rejects.toMatchObject(wrongCode)
      await expect(enter({})).rejects.toMatchObject({ code: 'factor_required' })
    }
    await expect(enter({ code: code() })).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'Too many attempts to enter a code. Try again in 15 minutes.',
    })
    expect(await clinic.db.session.count()).toBe(0)
    const admin = clinic.as(await clinic.user({ role: 'admin' }))
    expect(await readLocks(admin, [user])).toEqual([expect.any(Date)])
    await unlockUser(admin, { userId: user.id })
    expect(await readLocks(admin, [user])).toEqual([null])
    await enter({ code: code() })
    const failures = await clinic.db.auditLog.findMany({ where: { action: 'login_failed' } })
    expect(failures.map(({ details }) => details)).toEqual(
      Array.from({ length: 5 }, () => ({ factor: 'authenticator_app' })),
    )
  })

  test('wrong codes also count as failed sign-ins of the account', async ({ clinic }) => {
    const { enter, code, user } = await userWithApp(clinic)
    for (let count = 0; count < 4; count += 1) await expect(enter({ code: '000000' })).rejects.toThrow()
    const [tally] = (
      await clinic.db.throttle.findMany({ where: { key: { startsWith: 'sign-in-as:' } } })
    ).map(({ points }) => points)
    expect(tally).toBe(4)
    await enter({ code: code() })
    expect(await clinic.db.throttle.count({ where: { key: { startsWith: 'sign-in-as:' } } })).toBe(0)
    expect(await clinic.db.throttle.count({ where: { key: `second-factor:${user.id}` } })).toBe(0)
  })

  test('a recovery code works once, in any spelling, and alerts the user', async ({ clinic }) => {
    const { enter, recoveryCodes, user } = await userWithApp(clinic)
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = '', second = ''] = recoveryCodes
    await enter({ recoveryCode: ` ${first.toUpperCase().replaceAll('-', ' ')} ` })
    await expect(enter({ recoveryCode: first })).rejects.toMatchObject({
      code: 'unauthenticated',
      fields: { recoveryCode: expect.any(String) },
    })
    await enter({ recoveryCode: second })
    expect(await ownFactors(clinic.as(user), {})).toMatchObject({ recoveryCodesLeft: 8 })
    const alerts = await clinic.db.alert.findMany({
      where: { type: 'recovery_code_used' },
      orderBy: { createdAt: 'asc' },
    })
    expect(alerts.map(({ userId, message }) => [userId, message])).toEqual([
      [user.id, 'A recovery code was used for your account. 9 codes are left'],
      [user.id, 'A recovery code was used for your account. 8 codes are left'],
    ])
    expect(
      await clinic.db.auditLog.count({ where: { action: 'updated', resourceType: 'recovery_code' } }),
    ).toBe(2)
  })

  test('another user’s code and recovery codes open nothing', async ({ clinic }) => {
    const { enter } = await userWithApp(clinic)
    const other = await setUpAuthenticator(clinic, await clinic.user())
    await expect(enter({ code: other.code() })).rejects.toMatchObject(wrongCode)
    await expect(enter({ recoveryCode: other.recoveryCodes[0] })).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })
})

describe('setting up an authenticator app', () => {
  test('the database has neither the secret nor the recovery codes in clear', async ({ clinic }) => {
    const { secret, recoveryCodes } = await userWithApp(clinic)
    const stored = JSON.stringify([
      (await clinic.db.authenticatorApp.findMany()).map((row) => ({
        ...row,
        lastStep: 0,
        wrappedKey: Buffer.from(row.wrappedKey).toString('latin1'),
      })),
      await clinic.db.recoveryCode.findMany(),
      await clinic.db.auditLog.findMany(),
    ])
    const bytes = Buffer.from((await import('otpauth')).Secret.fromBase32(secret).bytes).toString('latin1')
    for (const clear of [secret, JSON.stringify(bytes).slice(1, -1), ...recoveryCodes])
      expect(stored.includes(clear), clear).toBe(false)
  })

  test('a row that is copied to another user does not work', async ({ clinic }) => {
    const { code, user } = await userWithApp(clinic)
    const other = await clinic.user({ email: 'eve@clinic.test' })
    await clinic.db.authenticatorApp.updateMany({ where: { userId: user.id }, data: { userId: other.id } })
    await clinic.db.user.update({ where: { id: other.id }, data: { hasSecondFactor: true } })
    await expect(
      signIn(clinic.anonymous(), { email: other.email, password: PASSWORD, code: code() }),
    ).rejects.toThrow()
    expect(await clinic.db.session.count()).toBe(0)
  })

  test('of apps that are started at the same moment, the last one waits for its code', async ({ clinic }) => {
    const user = await clinic.user()
    const start = () => startAuthenticator(clinic.as(user), {})
    const outcomes = await meetAt(clinic, 'users', user.id, [start, start, start, start, start])
    expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'))
    expect(await clinic.db.authenticatorApp.count()).toBe(1)
  })

  test('nothing changes before the first code is right', async ({ clinic }) => {
    const user = await clinic.user()
    const { secret } = await startAuthenticator(clinic.as(user), {})
    await expect(confirmAuthenticator(clinic.as(user), { code: '000000' })).rejects.toMatchObject({
      code: 'invalid',
      fields: { code: expect.any(String) },
    })
    expect(await clinic.db.user.findUnique({ where: { id: user.id } })).toMatchObject({
      hasSecondFactor: false,
    })
    const { sid } = await signIn(clinic.anonymous(), { email: user.email, password: PASSWORD })
    const other = await signIn(clinic.anonymous(), { email: user.email, password: PASSWORD })
    await confirmAuthenticator({ ...clinic.as(user), sid }, { code: codeAt(secret, clinic.now) })
    expect(await clinic.db.user.findUnique({ where: { id: user.id } })).toMatchObject({
      hasSecondFactor: true,
    })
    // The session without the factor has ended.
    expect(await clinic.db.session.findMany({ select: { sid: true } })).toEqual([{ sid }])
    expect(other.sid).not.toBe(sid)
    expect(await clinic.db.alert.findMany({ where: { type: 'second_factor_added' } })).toMatchObject([
      { userId: user.id },
    ])
  })

  test('a secret expires if no code is entered within half an hour', async ({ clinic }) => {
    const user = await clinic.user()
    const { secret } = await startAuthenticator(clinic.as(user), {})
    later(clinic, 31 * 60)
    await expect(
      confirmAuthenticator(clinic.as(user), { code: codeAt(secret, clinic.now) }),
    ).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('expired') })
  })

  test('an app in use works until the new one is confirmed, and its recovery codes too', async ({
    clinic,
  }) => {
    const { user, enter, code, recoveryCodes } = await userWithApp(clinic)
    const { secret } = await startAuthenticator(clinic.as(user), {})
    await enter({ code: code() })
    await confirmAuthenticator(clinic.as(user), { code: codeAt(secret, clinic.now) })
    later(clinic, 60)
    await expect(enter({ code: code() })).rejects.toMatchObject(wrongCode)
    await expect(enter({ recoveryCode: recoveryCodes[0] })).rejects.toMatchObject({ code: 'unauthenticated' })
    await enter({ code: codeAt(secret, clinic.now) })
  })

  test('new recovery codes replace the old ones', async ({ clinic }) => {
    const { user, enter, recoveryCodes } = await userWithApp(clinic)
    const [fresh = ''] = await renewRecoveryCodes(clinic.as(user), {})
    await expect(enter({ recoveryCode: recoveryCodes[0] })).rejects.toMatchObject({ code: 'unauthenticated' })
    await enter({ recoveryCode: fresh })
  })

  test('after removing it, the password is enough again', async ({ clinic }) => {
    const { user, enter, recoveryCodes } = await userWithApp(clinic)
    await removeAuthenticator(clinic.as(user), {})
    await expect(removeAuthenticator(clinic.as(user), {})).rejects.toMatchObject({ code: 'conflict' })
    expect(await ownFactors(clinic.as(user), {})).toEqual({
      authenticatorApp: null,
      passkeys: [],
      recoveryCodesLeft: 0,
      dueAt: null,
    })
    await enter({})
    expect(recoveryCodes).toHaveLength(10)
    expect(await clinic.db.alert.count({ where: { type: 'second_factor_removed', userId: user.id } })).toBe(1)
    expect(
      await clinic.db.auditLog.count({ where: { action: 'deleted', resourceType: 'authenticator_app' } }),
    ).toBe(1)
  })
})

describe('confirming one’s identity', () => {
  test('a user with a second factor needs it: the password is no proof', async ({ clinic }) => {
    const { user, code, recoveryCodes } = await userWithApp(clinic)
    await expect(stepUp(clinic.as(user), { password: PASSWORD })).rejects.toMatchObject({
      code: 'invalid',
      fields: { code: expect.any(String) },
    })
    await expect(stepUp(clinic.as(user), { code: '000000' })).rejects.toMatchObject({ code: 'invalid' })
    await stepUp(clinic.as(user), { code: code() })
    await expect(stepUp(clinic.as(user), { code: code() })).rejects.toMatchObject({ code: 'invalid' })
    await stepUp(clinic.as(user), { recoveryCode: recoveryCodes[1] })
    expect(
      (await clinic.db.auditLog.findMany({ where: { resourceType: 'session' }, orderBy: { id: 'asc' } })).map(
        ({ action, details }) => [action, details],
      ),
    ).toEqual([
      ['denied', { code: 'second_factor' }],
      ['updated', { fields: ['provenAt'], factor: 'authenticator_app' }],
      ['denied', { code: 'second_factor' }],
      ['updated', { fields: ['provenAt'], factor: 'recovery_code' }],
    ])
  })
})
