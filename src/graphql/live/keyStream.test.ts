import { expect, onTestFinished } from 'vitest'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import { setApiKeyDocuments } from '#operations/apiKeys/keyDocuments.ts'
import { revokeApiKey } from '#operations/apiKeys/revokeApiKey.ts'
import { liveLimits } from '#operations/live/live.ts'
import { editPatient } from '#operations/patients/editPatient.ts'
import { addTask } from '#operations/tasks/addTask.ts'
import { setUserActive } from '#operations/users/setUserActive.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { ALERTS, CHANGES, follow } from '#tests/support/follow.ts'
import { test } from '#tests/support/test.ts'
import type { TestServer } from '#tests/support/testServer.ts'
import { actionsOfTypes } from '../nestedScopes.ts'

async function programOf(clinic: TestClinic, server: TestServer) {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const user = await clinic.user({ role: 'attorney' })
  const input = { userId: user.id, name: 'Follower', scope: 'read', expiresInDays: 1 } as const
  const { apiKey, secret } = await createApiKey(admin, input)
  const listen = () => follow(server.visitor(), CHANGES, { headers: { authorization: `Bearer ${secret}` } })
  return { admin, user, apiKey, listen }
}

test('an API key receives only the changes that its user may see', async ({ clinic, server }) => {
  const { admin, user, listen } = await programOf(clinic, server)
  const [own, foreign] = [await clinic.patient({ assignedAttorneyId: user.id }), await clinic.patient()]
  const stream = await listen()
  await editPatient(admin, { patientId: foreign.id, phone: '(415) 555-0101' })
  await editPatient(admin, { patientId: own.id, phone: '(415) 555-0102' })
  expect((await stream.next()).data?.changes).toMatchObject({ resourceType: 'patient', resourceId: own.id })
})

test('an API key receives only the changes within its scopes', async ({ clinic, server }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const { secret } = await createApiKey(admin, {
    userId: admin.actor.id,
    name: 'Follower',
    scopes: ['tasks_read'],
  })
  const headers = { authorization: `Bearer ${secret}` }
  const stream = await follow(server.visitor(), CHANGES, { headers })
  await editPatient(admin, { patientId: (await clinic.patient()).id, phone: '(415) 555-0101' })
  await createApiKey(admin, { userId: admin.actor.id, name: 'Another', scopes: ['tasks_write'] })
  const { id } = await addTask(admin, { title: 'Call', assignedTo: admin.actor.id })
  expect((await stream.next()).data?.changes).toMatchObject({ resourceType: 'task', resourceId: id })
})

test('a subscription beyond the scopes of the key is denied and recorded', async ({ clinic, server }) => {
  // No existing subscription has an object of another scope, so the test adds one.
  const { Alert, AlertsChange } = actionsOfTypes
  onTestFinished(() => void Object.assign(actionsOfTypes, { Alert, AlertsChange }))
  Object.assign(actionsOfTypes, { AlertsChange: 'live.follow', Alert: 'record.view' })
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const userId = admin.actor.id
  const { secret } = await createApiKey(admin, { userId, name: 'Follower', scopes: ['patients_read'] })
  const headers = { authorization: `Bearer ${secret}` }
  const stream = await follow(server.visitor(), ALERTS, { headers })
  expect(stream.status).toBe(403)
  expect(await stream.rest()).toMatchObject([
    { errors: [{ message: 'The scopes of this API key do not open Alert.type' }] },
  ])
  expect(await clinic.db.auditLog.findMany({ where: { action: 'denied' } })).toMatchObject([{ userId }])
})

const ends: [string, (of: Awaited<ReturnType<typeof programOf>>, clinic: TestClinic) => Promise<unknown>][] =
  [
    ['revoked', ({ admin, apiKey }) => revokeApiKey(admin, { apiKeyId: apiKey.id })],
    ['the user’s no more', ({ admin, user }) => setUserActive(admin, { userId: user.id, isActive: false })],
    [
      'expired',
      async (_of, clinic) => {
        clinic.now = new Date(clinic.now.getTime() + 25 * 3_600_000)
        await clinic.instances.live.check()
      },
    ],
  ]

test.for(ends)('its stream ends when the key is %s', async ([, end], { clinic, server }) => {
  const of = await programOf(clinic, server)
  const stream = await of.listen()
  await end(of, clinic)
  await expect.poll(stream.isOver, { timeout: liveLimits.checkEveryMs / 3, interval: 10 }).toBe(true)
  expect((await of.listen()).status).toBe(401)
})

test('its stream ends when the key gets a list of documents, and opens again only with one of them', async ({
  clinic,
  server,
}) => {
  const { admin, apiKey, listen } = await programOf(clinic, server)
  const stream = await listen()
  const limitTo = (text: string) =>
    setApiKeyDocuments(admin, { apiKeyId: apiKey.id, documents: [text] }, () => ({ name: null }))
  await limitTo('{ patients { totalCount } }')
  await expect.poll(stream.isOver, { timeout: liveLimits.checkEveryMs / 3, interval: 10 }).toBe(true)
  expect((await listen()).status).toBe(403)
  await limitTo(CHANGES)
  expect((await listen()).status).toBe(200)
})
