import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { diskBlobStore } from '#infra/records/diskBlobStore.ts'
import { makeRecordKeys, recordKeyId } from '#infra/records/recordKeys.ts'
import { makeRecordStore } from '#infra/records/recordStore.ts'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import { recognizeKey } from '#operations/apiKeys/recognizeKey.ts'
import type { OperationContext } from '#operations/context.ts'
import { addPatient } from '#operations/patients/addPatient.ts'
import { rotateRecordKeys } from '#operations/records/rotateRecordKeys.ts'
import { accept, refuseWith } from '#tests/support/receiver.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { test } from '#tests/support/test.ts'
import { connected, newcomer, wait } from '#tests/support/webhooks.ts'
import { createWebhook } from './createWebhook.ts'
import { removeOldMessages } from './deliverWebhooks.ts'
import { deleteWebhook, editWebhook } from './editWebhook.ts'
import { listWebhooks } from './listWebhooks.ts'
import { resendMessages } from './resendMessages.ts'
import { testWebhook } from './testWebhook.ts'

test('messages can be sent again from any of them', async ({ clinic }) => {
  const { receiver, admin, staff, webhook, deliver, messages } = await connected(clinic)
  for (const name of ['Turing', 'Church', 'Goedel']) {
    await addPatient(staff, newcomer(name))
    wait(clinic, 1)
    await deliver()
  }
  const before = receiver.changes()
  expect(before).toHaveLength(3)
  const second = (await messages())[1]
  await resendMessages(admin, { webhookMessageId: second?.id ?? '' })
  await deliver()
  expect(receiver.changes().slice(3)).toEqual(before.slice(1))
  // The new messages replace the former ones, so the log has each change once.
  expect((await messages()).map(({ changes }) => changes).reduce((sum, count) => sum + count, 0)).toBe(3)
  await editWebhook(admin, { webhookId: webhook.id, isOn: false })
  const newest = (await messages())[0]
  await expect(resendMessages(admin, { webhookMessageId: newest?.id ?? '' })).rejects.toThrow(
    'This webhook is off',
  )
})

test('a test that another one replaces before its answer says so, and the log keeps the last one', async ({
  clinic,
}) => {
  const { receiver, admin, webhook, messages } = await connected(clinic)
  const run = () => testWebhook(admin, { webhookId: webhook.id })
  const second = Promise.withResolvers<unknown>()
  receiver.answers((response) => {
    receiver.answers(accept)
    second.resolve(run().finally(() => response.writeHead(204).end()))
  })
  await expect(run()).rejects.toMatchObject({
    code: 'conflict',
    message: 'Another test of this webhook has begun since. Look at its result',
  })
  expect(await second.promise).toMatchObject({ lastStatus: 204 })
  expect(await messages()).toHaveLength(1)
})

test('a test message is sent once and shows the result', async ({ clinic }) => {
  const { receiver, admin, webhook, deliver, messages } = await connected(clinic)
  expect(await testWebhook(admin, { webhookId: webhook.id })).toMatchObject({ isTest: true, lastStatus: 204 })
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'test', data: {} })
  receiver.answers(refuseWith(302, { location: 'https://example.test/' }))
  expect(await testWebhook(admin, { webhookId: webhook.id })).toMatchObject({
    acceptedAt: null,
    lastProblem: 'It answered 302. Redirects are not followed',
  })
  await receiver.close()
  expect(await testWebhook(admin, { webhookId: webhook.id })).toMatchObject({
    lastStatus: null,
    lastProblem: 'It cannot be reached (ECONNREFUSED)',
  })
  // The log keeps the last one only.
  expect(await messages()).toMatchObject([{ isTest: true, lastStatus: null }])
  await deliver()
  expect(receiver.received).toHaveLength(2)
})

test('only addresses that may be called are accepted', async ({ clinic }) => {
  const { admin, apiKey } = await connected(clinic)
  const add = (url: string) => createWebhook(admin, { name: 'Hook', url, apiKeyId: apiKey.id })
  for (const url of [
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://10.0.0.8/',
    'https://169.254.169.254/',
    'https://localhost:5432/',
  ])
    await expect(add(url), url).rejects.toMatchObject({
      code: 'invalid',
      fields: { url: expect.stringContaining('private network') },
    })
  for (const url of ['http://192.0.2.1/', 'http://127.0.0.1:1/'])
    await expect(add(url), url).rejects.toMatchObject({
      fields: { url: expect.stringContaining('https://') },
    })
  for (const url of [
    'ftp://example.test/',
    'https://user:word@example.test/',
    'example.test',
    'https://a.test/#b',
  ])
    await expect(add(url), url).rejects.toMatchObject({
      fields: { url: expect.stringContaining('Give an address') },
    })
})

test('an API key manages its own webhooks only', async ({ clinic }) => {
  const { receiver, admin, apiKey, webhook } = await connected(clinic)
  const person = await clinic.user()
  const made = await createApiKey(admin, { userId: person.id, name: 'Own', scopes: ['webhooks_write'] })
  const viewer = await recognizeKey(clinic.anonymous(), made.secret)
  const program = { ...clinic.anonymous(), actor: viewer, sid: null, provenAt: null } as OperationContext
  const own = await createWebhook(program, { name: 'Own', url: receiver.url })
  expect(own.webhook.apiKeyId).toBe(made.apiKey.id)
  expect(await listWebhooks(program, {})).toMatchObject([{ id: own.webhook.id }])
  expect(await listWebhooks(admin, {})).toHaveLength(2)
  const webhookId = webhook.id
  await expect(deleteWebhook(program, { webhookId })).rejects.toMatchObject({ code: 'not_found' })
  await expect(testWebhook(program, { webhookId })).rejects.toMatchObject({ code: 'not_found' })
  await expect(
    editWebhook(program, { webhookId: own.webhook.id, apiKeyId: apiKey.id }),
  ).rejects.toMatchObject({ code: 'invalid' })
  await deleteWebhook(program, { webhookId: own.webhook.id })
  expect(await clinic.db.webhook.count()).toBe(1)
  expect(await clinic.db.alert.count({ where: { type: 'webhook_added' } })).toBe(2)
})

test('a clinic has at most 20 webhooks', async ({ clinic }) => {
  const { receiver, admin, apiKey } = await connected(clinic)
  const add = () => createWebhook(admin, { name: 'Hook', url: receiver.url, apiKeyId: apiKey.id })
  const results = await Promise.allSettled(Array.from({ length: 22 }, add))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(19)
  await expect(add()).rejects.toThrow('A clinic can have at most 20 webhooks')
})

test('the log keeps messages for 30 days, and one that waits for longer', async ({ clinic }) => {
  const { receiver, admin, staff, webhook, deliver, messages } = await connected(clinic)
  await addPatient(staff, newcomer('Euler'))
  await deliver()
  receiver.answers(refuseWith(500))
  wait(clinic, 1)
  await addPatient(staff, newcomer('Gauss'))
  await deliver()
  await editWebhook(admin, { webhookId: webhook.id, isOn: false })
  wait(clinic, 30 * 24 * 60 + 1)
  expect(await removeOldMessages(clinic.anonymous())).toBe(1)
  expect(await messages()).toMatchObject([{ acceptedAt: null }])
})

test('the secrets are encrypted, and a new master key encrypts them again', async ({ clinic }) => {
  const former = randomBytes(32)
  const folder = temporaryFolder()
  Object.assign(clinic.instances, { secretKeys: makeRecordKeys([former]) })
  const { receiver, staff, secret, now, deliver, messages } = await connected(clinic)
  const before = await now()
  const text = Buffer.from(before.wrappedSecrets)
  expect(text.includes(secret) || text.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false)
  // The keys of the test's folder, with a new one in front, and then the new one alone.
  const newest = randomBytes(32)
  const hold = (keys: Buffer[]) => {
    const held = makeRecordKeys(keys)
    const shelf = diskBlobStore(folder)
    Object.assign(clinic.instances, {
      secretKeys: held,
      recordStore: makeRecordStore({ shelf, keys: held, logFault: () => {} }),
    })
  }
  hold([newest, former])
  expect(await rotateRecordKeys(clinic.anonymous())).toMatchObject({ needed: [recordKeyId(newest)] })
  await addPatient(staff, newcomer('Cantor'))
  hold([randomBytes(32)])
  await deliver()
  expect(await messages()).toMatchObject([{ lastProblem: expect.stringContaining('See RECORDS_KEY') }])
  hold([newest])
  wait(clinic, 1)
  await deliver()
  expect(receiver.received).toHaveLength(1)
})
