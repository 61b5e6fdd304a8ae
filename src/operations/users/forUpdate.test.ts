import { expect } from 'vitest'
import type { Prisma } from '#infra/prisma/client.ts'
import { NO_RECEIVER, type TestClinic } from '#tests/support/clinic.ts'
import { untilWaiting } from '#tests/support/meeting.ts'
import { test } from '#tests/support/test.ts'
import { createApiKey } from '../apiKeys/createApiKey.ts'
import { createServiceAccount } from '../apiKeys/createServiceAccount.ts'
import { actorOfKey } from '../apiKeys/recognizeKey.ts'
import { revokeApiKey } from '../apiKeys/revokeApiKey.ts'
import { createCalendarFeed } from '../calendar/calendarFeeds.ts'

import type { OperationContext } from '../context.ts'
import { breakGlass } from '../restrictions/breakGlass.ts'
import { startSession } from '../sessions/startSession.ts'
import { createWebhook } from '../webhooks/createWebhook.ts'
import { editWebhook, replaceWebhookSecret } from '../webhooks/editWebhook.ts'
import { createUser } from './createUser.ts'
import { editUser } from './editUser.ts'
import { endAccess } from './endAccess.ts'
import { resetPassword } from './resetPassword.ts'
import { setUserActive } from './setUserActive.ts'

const newcomer = { firstName: 'Lena', lastName: 'Hart', email: 'lena@clinic.test' }
const password = 'a long pass phrase'

type Act = (ctx: OperationContext, userId: string) => Promise<unknown>
const acts: Record<string, Act> = {
  createUser: (ctx) => createUser(ctx, { ...newcomer, password }),
  createApiKey: (ctx, userId) => createApiKey(ctx, { userId, name: 'Program', scopes: ['patients_read'] }),
  createServiceAccount: (ctx, ownerId) =>
    createServiceAccount(ctx, { ownerId, name: 'Importer', keyName: 'Nightly', scopes: ['import_run'] }),
  createWebhook: (ctx, apiKeyId) =>
    createWebhook(ctx, { name: 'Program', url: `http://${NO_RECEIVER}/`, apiKeyId }),
  editWebhook: (ctx, webhookId) => editWebhook(ctx, { webhookId, url: `http://${NO_RECEIVER}/` }),
  replaceWebhookSecret: (ctx, webhookId) => replaceWebhookSecret(ctx, { webhookId }),
  editUser: (ctx, userId) => editUser(ctx, { userId, firstName: 'Eve' }),
  setUserActive: (ctx, userId) => setUserActive(ctx, { userId, isActive: false }),
  resetPassword: (ctx, userId) => resetPassword(ctx, { userId, password }),
}

/** All accounts and keys, to check that the operations above changed nothing. */
const state = async ({ db }: TestClinic) => ({
  users: await db.user.findMany({ orderBy: { id: 'asc' }, omit: { passwordHash: false } }),
  keys: await db.apiKey.findMany({ orderBy: { id: 'asc' } }),
})

const endings: [name: string, data: Prisma.UserUncheckedUpdateInput][] = [
  ['deactivated', { isActive: false }],
  ['demoted', { role: 'staff' }],
  ['deleted', { deletedAt: new Date() }],
]

test.for(Object.entries(acts))('%s fails for a former administrator', async ([, act], { clinic }) => {
  await clinic.user({ role: 'admin' })
  const user = await clinic.user()
  for (const [name, data] of endings) {
    const admin = await clinic.user({ role: 'admin' })
    await clinic.db.user.update({ where: { id: admin.id }, data })
    const before = await state(clinic)
    await expect(act(clinic.as(admin), user.id), name).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await state(clinic), name).toEqual(before)
  }
})

test.for(Object.entries(acts))(
  '%s waits for a running deactivation of its administrator and then fails',
  async ([, act], { clinic }) => {
    const admin = await clinic.user({ role: 'admin' })
    const user = await clinic.user()
    const outcome = await clinic.db.$transaction(async (tx) => {
      await tx.user.update({ where: { id: admin.id }, data: { isActive: false } })
      const acting = Promise.allSettled([act(clinic.as(admin), user.id)])
      await untilWaiting(clinic, 1)
      return { acting }
    })
    expect(await outcome.acting).toMatchObject([{ status: 'rejected', reason: { code: 'unauthenticated' } }])
  },
)

test('createUser and setUserActive fail for a key that was revoked before they run', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const user = await clinic.user()
  const { apiKey } = await createServiceAccount(admin, {
    name: 'Directory',
    keyName: 'Nightly',
    scopes: ['accounts_write'],
  })
  const actor = await actorOfKey(clinic.anonymous(), apiKey.id)
  if (!actor) throw new Error('The key is not valid')
  await revokeApiKey(admin, { apiKeyId: apiKey.id })
  const before = await state(clinic)
  for (const act of [
    () => createUser({ ...admin, actor }, newcomer),
    () => setUserActive({ ...admin, actor }, { userId: user.id, isActive: false }),
  ])
    await expect(act()).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await state(clinic)).toEqual(before)
})

const lasting: Record<string, Act> = {
  ...acts,
  createCalendarFeed: (ctx) => createCalendarFeed(ctx, {}),
  breakGlass: (ctx, patientId) => breakGlass(ctx, { patientId, reason: 'An emergency at the front desk' }),
}

test.for(Object.entries(lasting))(
  '%s waits for a running password reset of its user and then fails',
  async ([name, act], { clinic }) => {
    const other = clinic.as(await clinic.user({ role: 'admin' }))
    const { id: patientId } = await clinic.patient({ restrictedAt: clinic.now })
    const user = await clinic.user({ role: name === 'breakGlass' ? 'staff' : 'admin' })
    const subject = name === 'breakGlass' ? patientId : (await clinic.user()).id
    const sid = await startSession(clinic.anonymous(), user.id)
    const { acting } = await clinic.db.$transaction(async (tx) => {
      const db = tx as typeof clinic.db
      await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${user.id}::uuid FOR UPDATE`
      const acting = Promise.allSettled([act({ ...clinic.as(user), sid }, subject)])
      await untilWaiting(clinic, 1)
      await tx.user.update({ where: { id: user.id }, data: { mustChangePassword: true } })
      await endAccess({ ...other, db }, user.id, 'password_reset')
      return { acting }
    })
    expect(await acting).toMatchObject([{ status: 'rejected', reason: { code: 'unauthenticated' } }])
    expect(await clinic.db.calendarFeed.count({ where: { revokedAt: null } })).toBe(0)
    expect(await clinic.db.breakGlass.count({ where: { endsAt: { gt: clinic.now } } })).toBe(0)
  },
)
