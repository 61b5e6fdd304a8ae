import { expect } from 'vitest'
import type { ApiKeyScope } from '#domain/apiKeys/scopes.ts'
import { SERVICE_LAST_NAME } from '#domain/users/serviceAccount.ts'
import { PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { signIn } from '../sessions/signIn.ts'
import { addTask } from '../tasks/addTask.ts'
import { listAssignableUsers } from '../users/assignableUsers.ts'
import { deleteUser } from '../users/deleteUser.ts'
import { editUser } from '../users/editUser.ts'
import { resetPassword } from '../users/resetPassword.ts'
import { setUserActive } from '../users/setUserActive.ts'
import { createApiKey } from './createApiKey.ts'
import { createServiceAccount } from './createServiceAccount.ts'
import { recognizeKey } from './recognizeKey.ts'

const wanted = {
  name: 'Nightly Import',
  keyName: 'Import server',
  scopes: ['import_run'] as ApiKeyScope[],
}

async function withAccount(clinic: TestClinic) {
  const user = await clinic.user({ role: 'admin', firstName: 'Ada', lastName: 'Moss' })
  const admin = clinic.as(user)
  const { apiKey, secret } = await createServiceAccount(admin, wanted)
  const account = await clinic.db.user.findUniqueOrThrow({ where: { id: apiKey.userId } })
  return { user, admin, account, apiKey, secret }
}

test('a service account and its first key are created in one step', async ({ clinic }) => {
  const { user, account, apiKey, secret } = await withAccount(clinic)
  expect(account).toMatchObject({
    kind: 'service',
    ownerId: user.id,
    firstName: 'Nightly Import',
    lastName: SERVICE_LAST_NAME,
    role: 'staff',
    emailAlerts: false,
  })
  expect(await recognizeKey(clinic.anonymous(), secret)).toMatchObject({
    id: account.id,
    role: 'staff',
    key: { id: apiKey.id, scopes: ['import_run'] },
  })
  expect(await clinic.db.auditLog.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
    {
      action: 'created',
      resourceType: 'user',
      resourceId: account.id,
      details: { kind: 'service', ownerId: user.id },
    },
    { action: 'created', resourceType: 'api_key', resourceId: apiKey.id, details: { userId: account.id } },
  ])
  expect(await clinic.db.alert.findMany({ select: { type: true, message: true } })).toEqual([
    {
      type: 'api_key_created',
      message:
        'Ada Moss created the API key “Import server”, which can make changes as Nightly Import (service account)',
    },
  ])
})

test('signing in as a service account fails with the same error as an unknown email address', async ({
  clinic,
}) => {
  const { account } = await withAccount(clinic)
  const answerTo = (email: string) =>
    signIn(clinic.anonymous(), { email, password: PASSWORD }).catch(({ code, message }) => ({
      code,
      message,
    }))
  const unknown = await answerTo('nobody@clinic.test')
  expect(unknown).toEqual({ code: 'unauthenticated', message: 'Invalid email or password' })
  expect(await answerTo(account.email)).toEqual(unknown)
  expect(await clinic.db.session.count()).toBe(0)
})

test('a service account cannot get a password, another role or another email address', async ({ clinic }) => {
  const { admin, account } = await withAccount(clinic)
  const { id: userId } = account
  for (const attempt of [
    () => resetPassword(admin, { userId, password: 'let me in once' }),
    () => editUser(admin, { userId, role: 'admin' }),
    () => editUser(admin, { userId, email: 'import@clinic.test' }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'conflict' })
  expect(await editUser(admin, { userId, firstName: 'Import' })).toMatchObject({ firstName: 'Import' })
  // The database rejects these changes even without an operation's check.
  for (const data of [{ passwordHash: 'x' }, { role: 'admin' as const }, { ownerId: null }])
    await expect(clinic.db.user.update({ where: { id: userId }, data })).rejects.toThrow(
      /users_service_accounts/,
    )
})

test('a service account cannot have tasks or patients or be a successor', async ({ clinic }) => {
  const { admin, account } = await withAccount(clinic)
  const assignable = await listAssignableUsers(admin, {})
  expect(assignable.map(({ id }) => id)).not.toContain(account.id)
  await expect(addTask(admin, { title: 'Call', assignedTo: account.id })).rejects.toMatchObject({
    code: 'invalid',
  })
  const leaver = await clinic.user()
  await expect(deleteUser(admin, { userId: leaver.id, successorId: account.id })).rejects.toMatchObject({
    code: 'invalid',
  })
  await expect(
    createServiceAccount(admin, { ...wanted, ownerId: account.id }),
    'a service account cannot own another',
  ).rejects.toMatchObject({ fields: { ownerId: 'Choose a person' } })
})

test('a service account can have more keys, and deleting it revokes all of them', async ({ clinic }) => {
  const { admin, account, secret } = await withAccount(clinic)
  const more = await createApiKey(admin, { userId: account.id, name: 'Report', scopes: ['reports_read'] })
  await setUserActive(admin, { userId: account.id, isActive: false })
  for (const one of [secret, more.secret]) expect(await recognizeKey(clinic.anonymous(), one)).toBeNull()
  expect(await deleteUser(admin, { userId: account.id })).toMatchObject({ kind: 'service' })
})

test('when its owner is deleted, it goes to the successor, keeps working, and administrators are alerted', async ({
  clinic,
}) => {
  const { account, user, secret } = await withAccount(clinic)
  const other = await clinic.user({ role: 'admin', firstName: 'Bo', lastName: 'Lund' })
  const heir = await clinic.user({ firstName: 'Reno', lastName: 'Park' })
  const ownerNow = async () => (await clinic.db.user.findUniqueOrThrow({ where: { id: account.id } })).ownerId
  const alerts = async () =>
    (
      await clinic.db.alert.findMany({
        where: { type: 'service_account_handed_over', userId: other.id },
        orderBy: { id: 'asc' },
      })
    ).map(({ message }) => message)

  await setUserActive(clinic.as(other), { userId: user.id, isActive: false })
  expect(await ownerNow()).toBe(other.id)
  await clinic.db.user.update({ where: { id: account.id }, data: { ownerId: user.id } })
  await deleteUser(clinic.as(other), { userId: user.id, successorId: heir.id })
  expect(await ownerNow()).toBe(heir.id)
  expect(await alerts()).toEqual([
    '1 service account of Ada Moss was transferred to Bo Lund',
    '1 service account of Ada Moss was transferred to Reno Park',
  ])
  expect(await recognizeKey(clinic.anonymous(), secret)).not.toBeNull()
})

test('an attorney’s key cannot have a scope that reaches beyond the role', async ({ clinic }) => {
  const { admin } = await withAccount(clinic)
  const attorney = await clinic.user({ role: 'attorney' })
  for (const scope of ['import_run', 'audit_read', 'accounts_write', 'webhooks_write'] as const)
    await expect(
      createApiKey(admin, { userId: attorney.id, name: 'Key', scopes: ['patients_read', scope] }),
    ).rejects.toMatchObject({ fields: { scopes: expect.any(String) } })
})
