import { expect } from 'vitest'
import { importDesk } from '#testing/importDesk.ts'
import { test } from '#testing/test.ts'
import { createServiceAccount } from '../apiKeys/createServiceAccount.ts'
import { actorOfKey } from '../apiKeys/recogniseKey.ts'
import { revokeApiKey } from '../apiKeys/revokeApiKey.ts'

const file = 'First,Last,Email,Born\nIda,Berg,ida@example.test,1980-01-02\n'

/** A service account at work on files of patients, by a key that may do nothing else. */
async function program(...[clinic]: Parameters<typeof importDesk>) {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const { apiKey } = await createServiceAccount(admin, {
    name: 'Importer',
    keyName: 'Import server',
    scopes: ['import_run'],
  })
  const actor = await actorOfKey(clinic.anybody(), apiKey.id)
  if (!actor) throw new Error('The key opens nothing')
  return { admin, apiKey, desk: await importDesk(clinic, { ...admin, actor }) }
}

test('a program imports patients by its scope, without an administrator', async ({ clinic }) => {
  const { apiKey, desk } = await program(clinic)
  expect(await desk.whole(file)).toMatchObject({ state: 'finished', created: 1, apiKeyId: apiKey.id })
  expect(await desk.patients()).toMatchObject([{ lastName: 'Berg', createdById: apiKey.userId }])
})

test('an import stops when the key that asked for it has been revoked', async ({ clinic }) => {
  const { admin, apiKey, desk } = await program(clinic)
  const { id } = await desk.upload(file)
  await desk.check(id)
  await revokeApiKey(admin, { apiKeyId: apiKey.id })
  await expect(desk.run(id)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await desk.now(id)).toMatchObject({ state: 'failed', created: 0 })
  expect(await desk.patients()).toEqual([])
})
