import { expect } from 'vitest'
import { type ApiKeyScope, apiKeyScopes } from '#domain/apiKeys/scopes.ts'
import { PASSWORD, withAnyInput } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { changePassword } from '../sessions/changePassword.ts'
import { signIn } from '../sessions/signIn.ts'
import { deleteUser } from '../users/deleteUser.ts'
import { createApiKey } from './createApiKey.ts'
import { listApiKeys } from './listApiKeys.ts'
import { recognizeKey } from './recognizeKey.ts'
import { revokeApiKey } from './revokeApiKey.ts'

const DAY = 86_400_000
const wanted = { name: 'Nightly report', scopes: ['patients_read', 'reports_read'] as ApiKeyScope[] }

test('a key is shown once and stored as a hash, and the audit log records its creation but not the secret', async ({
  clinic,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const user = await clinic.user()
  const { apiKey, secret } = await createApiKey(clinic.as(admin), { ...wanted, userId: user.id })

  expect(secret).toMatch(/^ck_[\w-]{43}$/)
  expect(apiKey).toMatchObject({
    userId: user.id,
    createdById: admin.id,
    scopes: wanted.scopes,
    roleAtCreation: 'staff',
    expiresAt: new Date(clinic.now.getTime() + 90 * DAY),
    secretHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  const auditRows = await clinic.db.auditLog.findMany()
  expect(auditRows).toMatchObject([
    {
      action: 'created',
      resourceType: 'api_key',
      resourceId: apiKey.id,
      userId: admin.id,
      details: { userId: user.id, scopes: wanted.scopes, role: 'staff', expiresInDays: 90 },
    },
  ])
  expect(JSON.stringify([auditRows, await clinic.db.apiKey.findMany()])).not.toContain(secret)
})

test('every key is unique', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const make = async () => (await createApiKey(clinic.as(admin), { ...wanted, userId: admin.id })).secret
  expect(new Set([await make(), await make(), await make()]).size).toBe(3)
})

test('a key acts as its user, with at most the role that the user had when it was created', async ({
  clinic,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const user = await clinic.user({ role: 'staff' })
  const { apiKey, secret } = await createApiKey(clinic.as(admin), { ...wanted, userId: user.id })
  const change = (data: object) => clinic.db.user.update({ where: { id: user.id }, data })
  const recognized = () => recognizeKey(clinic.anonymous(), secret)

  expect(await recognized()).toMatchObject({
    id: user.id,
    role: 'staff',
    mustChangePassword: false,
    key: { id: apiKey.id, scopes: wanted.scopes },
  })
  await change({ role: 'admin', mustChangePassword: true })
  expect(await recognized()).toMatchObject({ role: 'staff', mustChangePassword: true })
  await change({ role: 'attorney' })
  expect(await recognized()).toBeNull()
  await change({ role: 'staff' })
  expect(await recognized()).not.toBeNull()
  await change({ isActive: false })
  expect(await recognized()).toBeNull()
  await change({ isActive: true })
  expect(await recognized()).not.toBeNull()
  await change({ deletedAt: clinic.now })
  expect(await recognized()).toBeNull()
})

test('the former scopes include the new ones except those for accounts, imports and the audit log', async ({
  clinic,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const make = async (scope: 'read' | 'write') =>
    (await createApiKey(clinic.as(admin), { userId: admin.id, name: 'Former', scope })).apiKey.scopes
  const read = ['patients_read', 'records_read', 'tasks_read', 'appointments_read', 'reports_read']
  expect((await make('read')).sort()).toEqual(read.sort())
  expect((await make('write')).sort()).toEqual(
    [
      ...read,
      ...['patients_write', 'consent_send', 'records_write', 'forwarding_write'],
      ...['tasks_write', 'appointments_write'],
    ].sort(),
  )
})

test('administrators are alerted to keys that can make changes and to no others', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin', firstName: 'Ada', lastName: 'Moss' })
  const another = await clinic.user({ role: 'admin' })
  const user = await clinic.user({ firstName: 'Reno', lastName: 'Park' })
  await createApiKey(clinic.as(admin), { ...wanted, userId: user.id })
  expect(await clinic.db.alert.count()).toBe(0)
  await createApiKey(clinic.as(admin), { ...wanted, userId: user.id, scopes: ['tasks_write'] })
  const alerts = await clinic.db.alert.findMany()
  expect(alerts.map(({ userId }) => userId).sort()).toEqual([admin.id, another.id].sort())
  expect(alerts[0]).toMatchObject({
    type: 'api_key_created',
    message: 'Ada Moss created the API key “Nightly report”, which can make changes as Reno Park',
  })
})

test('the scopes of a key cannot change after its creation, not even by the application’s database role', async ({
  clinic,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const { apiKey } = await createApiKey(clinic.as(admin), { ...wanted, userId: admin.id })
  for (const data of [
    { scopes: ['import_run' as const] },
    { roleAtCreation: 'admin' as const },
    { userId: admin.id },
  ])
    await expect(clinic.db.apiKey.update({ where: { id: apiKey.id }, data })).rejects.toThrow(
      /permission denied/,
    )
})

test('an unknown, expired or revoked key does not authenticate', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const short = await createApiKey(clinic.as(admin), { ...wanted, userId: admin.id, expiresInDays: 1 })
  const long = await createApiKey(clinic.as(admin), { ...wanted, userId: admin.id, expiresInDays: 365 })
  const recognized = ({ secret }: { secret: string }) => recognizeKey(clinic.anonymous(), secret)

  for (const secret of ['', 'ck_', short.apiKey.secretHash, `${short.secret}x`, short.secret.slice(0, -1)])
    expect(await recognized({ secret }), secret).toBeNull()
  clinic.now = new Date(short.apiKey.expiresAt.getTime() - 1)
  expect(await recognized(short)).not.toBeNull()
  clinic.now = short.apiKey.expiresAt
  expect(await recognized(short)).toBeNull()
  expect(await recognized(long)).not.toBeNull()

  expect(await revokeApiKey(clinic.as(admin), { apiKeyId: long.apiKey.id })).toMatchObject({
    revokedAt: clinic.now,
  })
  expect(await recognized(long)).toBeNull()
  await expect(revokeApiKey(clinic.as(admin), { apiKeyId: long.apiKey.id })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(await clinic.db.auditLog.findMany({ where: { action: 'updated' } })).toMatchObject([
    { resourceType: 'api_key', resourceId: long.apiKey.id, details: { fields: ['revokedAt'] } },
  ])
})

test('the last use of a key is updated at most once a minute', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const { apiKey, secret } = await createApiKey(clinic.as(admin), { ...wanted, userId: admin.id })
  const made = clinic.now.getTime()
  const usedAfter = async (seconds: number) => {
    clinic.now = new Date(made + seconds * 1000)
    await recognizeKey(clinic.anonymous(), secret)
    const { lastUsedAt } = await clinic.db.apiKey.findUniqueOrThrow({ where: { id: apiKey.id } })
    return ((lastUsedAt as Date).getTime() - made) / 1000
  }
  expect(apiKey.lastUsedAt).toBeNull()
  expect(await usedAfter(5)).toBe(5)
  expect(await usedAfter(64)).toBe(5)
  expect(await usedAfter(65)).toBe(65)
})

test('a key is valid for at most a year and needs a user who can sign in', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const inactive = await clinic.user({ isActive: false })
  const deleted = await clinic.user({ deletedAt: clinic.now })
  const make = (values: object) =>
    withAnyInput(createApiKey)(clinic.as(admin), { ...wanted, userId: admin.id, ...values })

  for (const userId of ['nobody', '01a1fce0-ee66-720f-a396-036531c7261f', deleted.id])
    await expect(make({ userId }), userId).rejects.toMatchObject({ code: 'not_found' })
  const refused: [string, object][] = [
    ['userId', { userId: inactive.id }],
    ['expiresInDays', { expiresInDays: 0 }],
    ['expiresInDays', { expiresInDays: 366 }],
    ['expiresInDays', { expiresInDays: 1.5 }],
    ['name', { name: ' ' }],
    ['scope', { scopes: undefined, scope: 'everything' }],
    ['scope', { scope: 'read' }],
    ['scopes', { scopes: undefined }],
    ['scopes', { scopes: [] }],
    ['scopes.0', { scopes: ['everything'] }],
    ['scopes', { scopes: ['tasks_read', 'tasks_read'] }],
    ['secret', { secret: 'of my own' }],
  ]
  for (const [field, values] of refused)
    await expect(make(values), field).rejects.toMatchObject({ fields: { [field]: expect.any(String) } })
  expect(await clinic.db.apiKey.count()).toBe(0)
})

test('deleting a user ends their keys', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const user = await clinic.user()
  const { apiKey } = await createApiKey(clinic.as(admin), { ...wanted, userId: user.id })
  await deleteUser(clinic.as(admin), { userId: user.id })
  expect(await clinic.db.apiKey.findUnique({ where: { id: apiKey.id } })).toMatchObject({
    revokedAt: clinic.now,
  })
})

test('a key cannot change a password or open a session', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const signedIn = clinic.as(admin)
  const keyed = { ...signedIn, actor: { ...signedIn.actor, key: { id: 'a key', scopes: apiKeyScopes } } }
  const passwords = { currentPassword: PASSWORD, newPassword: 'a new passphrase' }
  await expect(changePassword(keyed, passwords)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(signIn(keyed, { email: admin.email, password: PASSWORD })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('the list is newest first and writes one audit row', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  for (const name of ['first', 'second', 'third']) {
    await createApiKey(clinic.as(admin), { ...wanted, userId: admin.id, name })
    clinic.now = new Date(clinic.now.getTime() + 1000)
  }
  const { rows } = await listApiKeys(clinic.as(admin), {})
  expect(rows.map(({ node }) => node.name)).toEqual(['third', 'second', 'first'])
  expect(await clinic.db.auditLog.count({ where: { action: 'listed', resourceType: 'api_key' } })).toBe(1)
})
