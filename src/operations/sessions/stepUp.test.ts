import { expect } from 'vitest'
import { setUpAuthenticator } from '#tests/support/authenticator.ts'
import { PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { sessionOf } from '#tests/support/openedSession.ts'
import { test } from '#tests/support/test.ts'
import { createApiKey } from '../apiKeys/createApiKey.ts'
import { editClinicSettings } from '../clinic/editClinicSettings.ts'
import type { OperationContext } from '../context.ts'
import { requestDataExport } from '../exports/dataExports.ts'
import { renewRecoveryCodes } from '../factors/makeRecoveryCodes.ts'
import { removeAuthenticator } from '../factors/removeAuthenticator.ts'
import { resetSecondFactor } from '../factors/resetSecondFactor.ts'
import { startAuthenticator } from '../factors/startAuthenticator.ts'
import { breakGlass } from '../restrictions/breakGlass.ts'
import { restrictPatient } from '../restrictions/restrictPatient.ts'
import { createUser } from '../users/createUser.ts'
import { editUser } from '../users/editUser.ts'
import { resetPassword } from '../users/resetPassword.ts'
import { changePassword } from './changePassword.ts'
import type { SignedIn } from './openSession.ts'
import { signIn } from './signIn.ts'
import { stepUp } from './stepUp.ts'

const needed = (how: string[]) => ({ code: 'step_up_required', facts: { how } })
const minutes = (clinic: TestClinic, count: number) => {
  clinic.now = new Date(clinic.now.getTime() + count * 60_000)
}

/** A session, and the context of a request in it. */
async function session(clinic: TestClinic, email: string, shown: object = {}) {
  let opened: Pick<SignedIn, 'sid' | 'deviceId'> = await signIn(clinic.anonymous(), {
    email,
    password: PASSWORD,
    ...shown,
  })
  return {
    request: async (): Promise<OperationContext> => {
      const found = await sessionOf(clinic, opened)
      if (!found) throw new Error('The session has ended')
      return { ...clinic.anonymous(), sid: opened.sid, actor: found.viewer, provenAt: found.provenAt }
    },
    goOnWith: (next: typeof opened) => {
      opened = next
    },
  }
}

test('each sensitive action needs a sign-in or confirmation of the last ten minutes', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const colleague = await clinic.user()
  const old = { ...clinic.as(admin), provenAt: new Date(clinic.now.getTime() - 601_000) }
  const userId = colleague.id
  const actions: Record<string, () => Promise<unknown>> = {
    export: () => requestDataExport(old, {}),
    exportWithPassword: () => requestDataExport(old, { password: PASSWORD }),
    apiKey: () => createApiKey(old, { userId, name: 'Program', scopes: ['patients_read'] }),
    settings: () => editClinicSettings(old, { remindersMax: 4 }),
    role: () => editUser(old, { userId, role: 'admin' }),
    newAdministrator: () =>
      createUser(old, {
        firstName: 'Ada',
        lastName: 'Moss',
        email: 'ada@clinic.test',
        password: 'a long passphrase',
        role: 'admin',
      }),
    password: () => resetPassword(old, { userId, password: 'let me in once' }),
    newApp: () => startAuthenticator(old, {}),
    recoveryCodes: () => renewRecoveryCodes(old, {}),
    removal: () => removeAuthenticator(old, {}),
    reset: () => resetSecondFactor(old, { userId, reason: 'Lost the phone' }),
  }
  for (const [name, action] of Object.entries(actions))
    await expect(action(), name).rejects.toMatchObject(needed(['password']))
  // Actions that are not sensitive need no confirmation.
  await expect(editUser(old, { userId, lastName: 'Park' })).resolves.toMatchObject({ lastName: 'Park' })
})

test('breaking the glass needs a confirmation, too', async ({ clinic }) => {
  const patient = await clinic.patient()
  await restrictPatient(clinic.as(await clinic.user({ role: 'admin' })), {
    patientId: patient.id,
    reason: 'A colleague of ours',
  })
  const staff = clinic.as(await clinic.user())
  const asked = { patientId: patient.id, reason: 'The patient collapsed here' }
  await expect(breakGlass({ ...staff, provenAt: null }, asked)).rejects.toMatchObject(needed(['password']))
  await expect(breakGlass(staff, asked)).resolves.toMatchObject({ id: patient.id })
})

test('a sign-in is fresh for ten minutes, and a confirmation for ten more', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const { request } = await session(clinic, admin.email)
  minutes(clinic, 10)
  await editClinicSettings(await request(), { remindersMax: 4 })
  minutes(clinic, 1)
  const edit = async () => editClinicSettings(await request(), { remindersMax: 3 })
  await expect(edit()).rejects.toMatchObject(needed(['password']))
  await expect(stepUp(await request(), { password: 'a wrong one' })).rejects.toMatchObject({
    code: 'invalid',
  })
  await expect(edit()).rejects.toMatchObject(needed(['password']))
  await stepUp(await request(), { password: PASSWORD })
  await edit()
  // Use extends the session but not the proof.
  minutes(clinic, 8)
  await request()
  minutes(clinic, 3)
  await expect(edit()).rejects.toMatchObject(needed(['password']))
})

test('wrong passwords are limited', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  for (let count = 0; count < 10; count += 1)
    await expect(stepUp(clinic.as(admin), { password: 'wrong' })).rejects.toMatchObject({ code: 'invalid' })
  await expect(stepUp(clinic.as(admin), { password: PASSWORD })).rejects.toMatchObject({
    code: 'rate_limited',
  })
})

test('changing the password is no second factor', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const app = await setUpAuthenticator(clinic, admin)
  const { request, goOnWith } = await session(clinic, admin.email, { code: app.code() })
  minutes(clinic, 11)
  const changed = await changePassword(await request(), {
    currentPassword: PASSWORD,
    newPassword: 'another passphrase',
  })
  goOnWith(changed)
  const edit = async () => editClinicSettings(await request(), { remindersMax: 4 })
  await expect(edit()).rejects.toMatchObject(needed(['code', 'recovery_code']))
  await stepUp(await request(), { code: app.code() })
  await edit()
})
