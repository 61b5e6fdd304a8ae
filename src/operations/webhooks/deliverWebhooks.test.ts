import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { MESSAGE_CHANGES } from '#domain/webhooks/webhook.ts'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import { revokeApiKey } from '#operations/apiKeys/revokeApiKey.ts'
import { addPatient } from '#operations/patients/addPatient.ts'
import { addTask } from '#operations/tasks/addTask.ts'
import { accept, type Received, refuseWith } from '#tests/support/receiver.ts'
import { test } from '#tests/support/test.ts'
import { connected, newcomer, openReceiver, verifies, wait } from '#tests/support/webhooks.ts'
import { createWebhook } from './createWebhook.ts'
import { deliverWebhooks } from './deliverWebhooks.ts'
import { editWebhook, replaceWebhookSecret } from './editWebhook.ts'

test('a webhook gets the changes that its API key may see, with IDs and no data of patients', async ({
  clinic,
}) => {
  const { receiver, staff, deliver, messages } = await connected(clinic, ['patients_read'])
  const added = await addPatient(staff, newcomer('Lovelace'))
  await addTask(staff, { title: 'Call back', patientId: added.id, assignedTo: staff.actor.id })
  await deliver()
  expect(receiver.changes()).toEqual([
    {
      ...{ action: 'created', resourceType: 'patient', resourceId: added.id, patientId: added.id },
      ...{ at: clinic.now.toISOString(), isOwn: false },
    },
  ])
  expect(receiver.received[0]?.body).not.toContain('Lovelace')
  expect(await messages()).toMatchObject([
    { changes: 1, attempts: 1, lastStatus: 204, lastProblem: null, acceptedAt: clinic.now },
  ])
})

test('each message is signed as Standard Webhooks says, and a former secret signs for a day', async ({
  clinic,
}) => {
  clinic.now = new Date()
  const { receiver, admin, staff, webhook, secret, deliver } = await connected(clinic)
  await addPatient(staff, newcomer('Hopper'))
  await deliver()
  const [first] = receiver.received as [Received]
  expect(first.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': expect.any(String),
  })
  expect(verifies(first, secret)).toBe(true)
  expect(verifies({ ...first, body: `${first.body} ` }, secret)).toBe(false)

  const replaced = await replaceWebhookSecret(admin, { webhookId: webhook.id })
  await addPatient(staff, newcomer('Noether'))
  await deliver()
  const second = receiver.received[1] as Received
  expect([verifies(second, secret), verifies(second, replaced.secret)]).toEqual([true, true])

  // The former secret ends after a day, which the receiver sees by its signature alone.
  const { send } = clinic.instances.webhookSender
  let used: readonly string[] = []
  clinic.instances.webhookSender.send = (address, message) => {
    used = message.secrets
    return send(address, message)
  }
  wait(clinic, 24 * 60 + 1)
  await addPatient(staff, newcomer('Germain'))
  await deliver()
  expect(used).toEqual([replaced.secret])
})

test('only the types of a webhook are sent, and all after an edit', async ({ clinic }) => {
  const { receiver, admin, staff, webhook, deliver } = await connected(clinic)
  await editWebhook(admin, { webhookId: webhook.id, types: ['task'] })
  await addPatient(staff, newcomer('Curie'))
  await addTask(staff, { title: 'Call back', assignedTo: staff.actor.id })
  await deliver()
  expect(receiver.changes()).toMatchObject([{ resourceType: 'task' }])
  await editWebhook(admin, { webhookId: webhook.id, types: [] })
  await addPatient(staff, newcomer('Meitner'))
  await deliver()
  expect(receiver.changes()).toMatchObject([{ resourceType: 'task' }, { resourceType: 'patient' }])
  await expect(editWebhook(admin, { webhookId: webhook.id, types: ['session'] as never })).rejects.toThrow(
    'Choose types from the list',
  )
})

test('a refused message is sent again with the same ID, later and later, before any newer one', async ({
  clinic,
}) => {
  const { receiver, staff, deliver, now, messages } = await connected(clinic)
  receiver.answers(refuseWith(503))
  const first = await addPatient(staff, newcomer('Franklin'))
  await deliver()
  expect(await now()).toMatchObject({
    failures: 1,
    failingSince: clinic.now,
    nextAttemptAt: new Date(clinic.now.getTime() + 5_000),
  })
  const second = await addPatient(staff, newcomer('Sagan'))
  await deliver()
  expect(receiver.received).toHaveLength(1)

  wait(clinic, 1)
  await deliver()
  expect(await now()).toMatchObject({
    failures: 2,
    nextAttemptAt: new Date(clinic.now.getTime() + 5 * 60_000),
  })
  expect(await messages()).toMatchObject([{ attempts: 2, lastStatus: 503, lastProblem: 'It answered 503' }])

  receiver.answers(accept)
  wait(clinic, 5)
  await deliver()
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids[0]).toBe(ids[1])
  expect(ids[1]).toBe(ids[2])
  expect(receiver.received[2]?.body).toBe(receiver.received[0]?.body)
  expect(receiver.changes().slice(2)).toMatchObject([{ resourceId: first.id }, { resourceId: second.id }])
  expect(await now()).toMatchObject({ failures: 0, failingSince: null })
})

test('a webhook that fails for three days is switched off with an alert, and continues where it stopped', async ({
  clinic,
}) => {
  const { receiver, admin, staff, webhook, deliver, now } = await connected(clinic)
  receiver.answers(refuseWith(500))
  const missed = await addPatient(staff, newcomer('Dirac'))
  const startedAt = clinic.now
  for (let tries = 0; (await now()).offAt === null && tries < 20; tries += 1) {
    clinic.now = (await now()).nextAttemptAt
    await deliver()
  }
  const days = (clinic.now.getTime() - startedAt.getTime()) / 86_400_000
  expect(days).toBeGreaterThan(3)
  expect(days).toBeLessThan(4)
  expect(receiver.received).toHaveLength(10)
  expect(await now()).toMatchObject({ offReason: 'unreachable', offAt: clinic.now })
  const alerts = await clinic.db.alert.findMany({ where: { type: 'webhook_stopped' } })
  expect(alerts).toMatchObject([
    { message: expect.stringContaining('The webhook “Case system” is off. Its address did not accept') },
  ])
  expect(
    await clinic.db.auditLog.findFirst({ where: { resourceType: 'webhook', userId: null } }),
  ).toMatchObject({ action: 'updated', details: { fields: ['isOn'], reason: 'unreachable' } })

  receiver.answers(accept)
  wait(clinic, 60 * 24 * 10)
  await deliver()
  expect(receiver.received).toHaveLength(10)
  await editWebhook(admin, { webhookId: webhook.id, isOn: true })
  await deliver()
  expect(receiver.received).toHaveLength(11)
  expect(receiver.changes().at(-1)).toMatchObject({ resourceId: missed.id })
})

test('a webhook ends with its API key, and by 410 Gone', async ({ clinic }) => {
  const { receiver, admin, staff, apiKey, webhook, deliver, now } = await connected(clinic)
  receiver.answers(refuseWith(410))
  await addPatient(staff, newcomer('Bohr'))
  await deliver()
  expect(await now()).toMatchObject({ offReason: 'gone' })
  receiver.answers(accept)
  await editWebhook(admin, { webhookId: webhook.id, isOn: true })
  await revokeApiKey(admin, { apiKeyId: apiKey.id })
  await addPatient(staff, newcomer('Fermi'))
  await deliver()
  expect(receiver.received).toHaveLength(1)
  expect(await now()).toMatchObject({ offReason: 'key_ended' })
  await expect(editWebhook(admin, { webhookId: webhook.id, apiKeyId: apiKey.id })).rejects.toThrow(
    'Choose an API key that works',
  )
})

test('a webhook whose place in an altered audit log is gone is switched off, and gets a new place', async ({
  clinic,
}) => {
  const { receiver, admin, staff, webhook, deliver, now } = await connected(clinic)
  await addPatient(staff, newcomer('Bell'))
  const { cursor } = await now()
  const altered = cursor.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  await clinic.db.webhook.update({ where: { id: webhook.id }, data: { cursor: altered } })
  await deliver()
  expect(await now()).toMatchObject({ offReason: 'place_lost', claimedUntil: null })
  const later = await addPatient(staff, newcomer('Payne'))
  await editWebhook(admin, { webhookId: webhook.id, isOn: true })
  await deliver()
  expect(receiver.changes().map(({ resourceId }) => resourceId)).toContain(later.id)
  expect(await now()).toMatchObject({ offReason: null })
})

test('what a key no longer sees is not sent with another key', async ({ clinic }) => {
  const { receiver, admin, staff, webhook, deliver } = await connected(clinic)
  receiver.answers(refuseWith(500))
  await addPatient(staff, newcomer('Planck'))
  await addTask(staff, { title: 'Call back', assignedTo: staff.actor.id })
  await deliver()
  expect(receiver.changes()).toHaveLength(2)
  const { apiKey } = await createApiKey(admin, {
    userId: staff.actor.id,
    name: 'Tasks',
    scopes: ['tasks_read'],
  })
  await editWebhook(admin, { webhookId: webhook.id, apiKeyId: apiKey.id })
  receiver.answers(accept)
  wait(clinic, 60)
  await deliver()
  expect(receiver.changes().slice(2)).toMatchObject([{ resourceType: 'task' }])
})

test('many changes come in messages of at most a hundred, none missing and none twice', async ({
  clinic,
}) => {
  const { receiver, staff, deliver } = await connected(clinic)
  const added: string[] = []
  for (let count = 0; count < MESSAGE_CHANGES * 2 + 5; count += 1)
    added.push((await addPatient(staff, newcomer(`Patient${count}`))).id)
  await deliver()
  const sizes = receiver.received.map(({ body }) => JSON.parse(body).data.changes.length)
  expect(sizes).toEqual([MESSAGE_CHANGES, MESSAGE_CHANGES, 5])
  const ids = receiver.changes().map(({ resourceId }) => resourceId)
  expect(new Set(ids)).toEqual(new Set(added))
  expect(ids).toHaveLength(added.length)
})

test('concurrent processes do not both call a webhook, and one that has ended is replaced after a minute', async ({
  clinic,
}) => {
  const { receiver, staff, deliver } = await connected(clinic)
  await addPatient(staff, newcomer('Knuth'))
  receiver.answers((res) => delay(150).then(() => accept(res, { headers: {}, body: '' })))
  await Promise.all(Array.from({ length: 5 }, () => deliverWebhooks(clinic.anonymous())))
  expect(receiver.received).toHaveLength(1)

  await addPatient(staff, newcomer('Hoare'))
  await clinic.db.webhook.updateMany({ data: { claimedUntil: new Date(clinic.now.getTime() + 60_000) } })
  await deliver()
  expect(receiver.received).toHaveLength(1)
  wait(clinic, 1)
  await deliver()
  expect(receiver.received).toHaveLength(2)
})

test('a receiver that hangs delays no other', async ({ clinic }) => {
  const other = await openReceiver()
  const { receiver, admin, staff, apiKey } = await connected(clinic, ['patients_read'], [other.host])
  await createWebhook(admin, { name: 'Calendar', url: other.url, apiKeyId: apiKey.id })
  await addPatient(staff, newcomer('Lamport'))
  let finish = () => {}
  receiver.answers(
    (res) =>
      new Promise<void>((resolve) => {
        finish = () => {
          accept(res, { headers: {}, body: '' })
          resolve()
        }
      }),
  )
  const running = deliverWebhooks(clinic.anonymous())
  await expect.poll(() => other.received.length).toBe(1)
  await addPatient(staff, newcomer('Liskov'))
  await expect
    .poll(async () => {
      await deliverWebhooks(clinic.anonymous())
      return other.changes().length
    })
    .toBe(2)
  expect(receiver.received).toHaveLength(1)
  finish()
  await running
})
