import { expect } from 'vitest'
import { apiKeyScopes } from '#domain/apiKeys/scopes.ts'
import type { User } from '#infra/prisma/client.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { createApiKey } from '../apiKeys/createApiKey.ts'
import { recognizeKey } from '../apiKeys/recognizeKey.ts'
import { createCalendarFeed } from '../calendar/calendarFeeds.ts'
import type { OperationContext } from '../context.ts'
import { createUser } from './createUser.ts'
import { deleteUser } from './deleteUser.ts'
import { editUser } from './editUser.ts'
import { resetPassword } from './resetPassword.ts'
import { setUserActive } from './setUserActive.ts'

async function userWithKey(clinic: TestClinic, role: User['role']) {
  const admin = clinic.as(await clinic.user({ role: 'admin', firstName: 'Ada', lastName: 'Moss' }))
  const user = await clinic.user({ role, firstName: 'Reno', lastName: 'Park' })
  const { apiKey, secret } = await createApiKey(admin, {
    userId: user.id,
    name: 'Program',
    scopes: ['patients_read'],
  })
  const { calendarFeed } = await createCalendarFeed(clinic.as(user), {})
  return { admin, user, apiKey, calendarFeed, recognized: () => recognizeKey(clinic.anonymous(), secret) }
}

type Ending = (admin: OperationContext, userId: string) => Promise<unknown>
const endings: [reason: string, role: User['role'], end: Ending][] = [
  [
    'password_reset',
    'staff',
    (admin, userId) => resetPassword(admin, { userId, password: 'let me in once' }),
  ],
  ['deactivated', 'staff', (admin, userId) => setUserActive(admin, { userId, isActive: false })],
  ['deleted', 'staff', (admin, userId) => deleteUser(admin, { userId })],
  ['role_changed', 'admin', (admin, userId) => editUser(admin, { userId, role: 'staff' })],
  ['role_changed', 'staff', (admin, userId) => editUser(admin, { userId, role: 'attorney' })],
  ['role_changed', 'attorney', (admin, userId) => editUser(admin, { userId, role: 'admin' })],
]

test.for(endings)(
  '%s (as %s) revokes the user’s keys and calendar feed, with one audit row each',
  async ([reason, role, end], { clinic }) => {
    const { admin, user, apiKey, calendarFeed, recognized } = await userWithKey(clinic, role)
    expect(await recognized()).not.toBeNull()
    await end(admin, user.id)
    expect(await recognized()).toBeNull()
    expect(await clinic.db.apiKey.findMany({ select: { revokedAt: true } })).toEqual([
      { revokedAt: clinic.now },
    ])
    expect(await clinic.db.calendarFeed.findMany({ select: { revokedAt: true } })).toEqual([
      { revokedAt: clinic.now },
    ])
    const rows = await clinic.db.auditLog.findMany({
      where: { action: 'updated', resourceType: { in: ['api_key', 'calendar_feed'] } },
      orderBy: { resourceType: 'asc' },
    })
    expect(rows.map(({ resourceId, details }) => [resourceId, details])).toEqual([
      [apiKey.id, { fields: ['revokedAt'], userId: user.id, reason }],
      [calendarFeed.id, { fields: ['revokedAt'], userId: user.id, reason }],
    ])
    // Access stays revoked when the user becomes active again.
    if (reason === 'deactivated') await setUserActive(admin, { userId: user.id, isActive: true })
    if (reason === 'role_changed') await editUser(admin, { userId: user.id, role })
    expect(await recognized()).toBeNull()
  },
)

test('a promotion leaves a key with its earlier role and revokes the calendar feed', async ({ clinic }) => {
  const { admin, user, recognized } = await userWithKey(clinic, 'staff')
  await editUser(admin, { userId: user.id, role: 'admin' })
  expect(await recognized()).toMatchObject({ id: user.id, role: 'staff' })
  expect(await clinic.db.calendarFeed.count({ where: { revokedAt: null } })).toBe(0)
})

test('administrators are alerted to every change of role and every new administrator', async ({ clinic }) => {
  const { admin, user } = await userWithKey(clinic, 'attorney')
  const newcomer = {
    firstName: 'Lena',
    lastName: 'Hart',
    email: 'lena@clinic.test',
    password: 'a long pass phrase',
  }
  await editUser(admin, { userId: user.id, role: 'staff' })
  await editUser(admin, { userId: user.id, firstName: 'Ren' })
  await editUser(admin, { userId: user.id, role: 'admin' })
  await createUser(admin, { ...newcomer, role: 'admin' })
  await createUser(admin, { ...newcomer, email: 'other@clinic.test', role: 'staff' })
  const alerts = await clinic.db.alert.findMany({
    where: { userId: admin.actor.id },
    orderBy: { id: 'asc' },
    select: { type: true, message: true },
  })
  expect(alerts).toEqual([
    { type: 'role_changed', message: 'Ada Moss changed the role of Reno Park from Attorney to Staff' },
    {
      type: 'administrator_added',
      message: 'Ada Moss changed the role of Ren Park from Staff to Administrator',
    },
    { type: 'administrator_added', message: 'Ada Moss added Lena Hart as an administrator' },
  ])
  const { id: userId } = await clinic.db.user.findFirstOrThrow({ where: { email: newcomer.email } })
  expect(await clinic.db.alert.count({ where: { userId } }), 'about her own account').toBe(0)
})

test('a key with the scope for accounts creates users who must set a password, and deactivates them', async ({
  clinic,
}) => {
  const { admin } = await userWithKey(clinic, 'staff')
  const program = await clinic.user()
  const { apiKey } = await createApiKey(admin, {
    userId: program.id,
    name: 'Accounts',
    scopes: ['accounts_write'],
  })
  const asProgram = clinic.as(program)
  const key = { id: apiKey.id, scopes: apiKey.scopes }
  const keyed = { ...asProgram, actor: { ...asProgram.actor, key } }
  const newcomer = { firstName: 'Lena', lastName: 'Hart', email: 'lena@clinic.test' }
  const made = await createUser(keyed, { ...newcomer, mustChangePassword: false })
  expect(made).toMatchObject({ role: 'staff', mustChangePassword: true })
  await expect(createUser(keyed, { ...newcomer, role: 'admin' })).rejects.toMatchObject({ code: 'forbidden' })
  expect(await setUserActive(keyed, { userId: made.id, isActive: false })).toMatchObject({ isActive: false })

  const refused = { code: 'forbidden' }
  await expect(setUserActive(keyed, { userId: made.id, isActive: true })).rejects.toMatchObject(refused)
  await expect(setUserActive(keyed, { userId: admin.actor.id, isActive: false })).rejects.toMatchObject(
    refused,
  )
  const all = { ...keyed, actor: { ...keyed.actor, key: { ...key, scopes: apiKeyScopes } } }
  for (const attempt of [
    () => editUser(all, { userId: made.id, firstName: 'Eve' }),
    () => resetPassword(all, { userId: made.id, password: 'let me in once' }),
    () => deleteUser(all, { userId: made.id }),
  ])
    await expect(attempt()).rejects.toMatchObject(refused)

  await clinic.db.apiKey.update({ where: { id: apiKey.id }, data: { revokedAt: clinic.now } })
  const late = setUserActive(keyed, { userId: made.id, isActive: false })
  await expect(late, 'a key that was revoked during the request').rejects.toMatchObject({
    code: 'unauthenticated',
  })
})
