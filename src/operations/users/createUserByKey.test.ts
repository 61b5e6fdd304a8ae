import { expect } from 'vitest'
import { apiKeyScopes } from '#domain/apiKeys/scopes.ts'
import { PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { createServiceAccount } from '../apiKeys/createServiceAccount.ts'
import { actorOfKey } from '../apiKeys/recognizeKey.ts'
import { signIn } from '../sessions/signIn.ts'
import { createUser } from './createUser.ts'
import { resetPassword } from './resetPassword.ts'

const newcomer = { firstName: 'Lena', lastName: 'Hart', email: 'lena@clinic.test' }
const password = 'a long pass phrase'

async function program(clinic: TestClinic) {
  const admin = clinic.as(await clinic.user({ role: 'admin', firstName: 'Ada', lastName: 'Moss' }))
  const { apiKey } = await createServiceAccount(admin, {
    name: 'Directory',
    keyName: 'Staff sync',
    scopes: [...apiKeyScopes],
  })
  const actor = await actorOfKey(clinic.anonymous(), apiKey.id)
  if (!actor) throw new Error('The key is not valid')
  await clinic.db.alert.deleteMany()
  return { admin, keyed: { ...admin, actor } }
}

test('a key cannot create an account with a password', async ({ clinic }) => {
  const { keyed } = await program(clinic)
  await expect(createUser(keyed, { ...newcomer, password })).rejects.toMatchObject({
    code: 'invalid',
    fields: {
      password:
        'An API key cannot set a password. Leave it out; an administrator sets the first password with Reset Password.',
    },
  })
  expect(await clinic.db.user.count({ where: { email: newcomer.email } })).toBe(0)
})

test('an account created by a key has no password and cannot sign in until an administrator resets it', async ({
  clinic,
}) => {
  const { admin, keyed } = await program(clinic)
  const made = await createUser(keyed, newcomer)
  expect(made).toMatchObject({ role: 'staff', isActive: true, hasPassword: false, mustChangePassword: true })
  for (const guess of ['', PASSWORD, 'null'].filter(Boolean))
    await expect(
      signIn(clinic.anonymous(), { email: newcomer.email, password: guess }),
    ).rejects.toMatchObject({
      message: 'Invalid email or password',
    })
  expect(await resetPassword(admin, { userId: made.id, password })).toMatchObject({ hasPassword: true })
  const { user } = await signIn(clinic.anonymous(), { email: newcomer.email, password })
  expect(user).toMatchObject({ id: made.id, mustChangePassword: true })
})

test('all administrators are alerted to an account created by a key', async ({ clinic }) => {
  const { admin, keyed } = await program(clinic)
  const other = await clinic.user({ role: 'admin' })
  await createUser(keyed, { ...newcomer, role: 'attorney' })
  const alerts = await clinic.db.alert.findMany()
  expect(alerts.map(({ userId }) => userId).sort()).toEqual([admin.actor.id, other.id].sort())
  expect(alerts[0]).toMatchObject({
    type: 'key_created_account',
    patientId: null,
    message: 'The API key “Staff sync” created an account for Lena Hart (Attorney)',
  })
  await createUser(admin, { ...newcomer, email: 'two@clinic.test', password })
  expect(await clinic.db.alert.count(), 'none for an account that a person made').toBe(2)
})

test('a person cannot create an account without a password', async ({ clinic }) => {
  const { admin } = await program(clinic)
  for (const values of [{}, { password: null }, { password: 'short' }])
    await expect(createUser(admin, { ...newcomer, ...values })).rejects.toMatchObject({
      code: 'invalid',
      fields: { password: 'Password must be at least 8 characters' },
    })
  expect(await clinic.db.user.count({ where: { email: newcomer.email } })).toBe(0)
})
