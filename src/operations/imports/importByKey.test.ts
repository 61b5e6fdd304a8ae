import { expect } from 'vitest'
import { setUpImports } from '#tests/support/importSetup.ts'
import { test } from '#tests/support/test.ts'
import { createApiKey } from '../apiKeys/createApiKey.ts'
import { createServiceAccount } from '../apiKeys/createServiceAccount.ts'
import { actorOfKey } from '../apiKeys/recognizeKey.ts'
import { revokeApiKey } from '../apiKeys/revokeApiKey.ts'
import { cancelPatientImport } from './cancelPatientImport.ts'
import { exportImportRows, listImportRows } from './listImportRows.ts'
import { listPatientImports, readPatientImport } from './readPatientImports.ts'

const file = 'First,Last,Email,Born\nIda,Berg,ida@example.test,1980-01-02\n'

/** A service account at work on files of patients, by a key that may do nothing else. */
async function program(...[clinic]: Parameters<typeof setUpImports>) {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const { apiKey } = await createServiceAccount(admin, {
    name: 'Importer',
    keyName: 'Import server',
    scopes: ['import_run'],
  })
  const actor = await actorOfKey(clinic.anonymous(), apiKey.id)
  if (!actor) throw new Error('The key opens nothing')
  return { admin, apiKey, imports: await setUpImports(clinic, { ...admin, actor }) }
}

test('a program imports patients by its scope, without an administrator', async ({ clinic }) => {
  const { apiKey, imports } = await program(clinic)
  expect(await imports.whole(file)).toMatchObject({ state: 'finished', created: 1, apiKeyId: apiKey.id })
  expect(await imports.patients()).toMatchObject([{ lastName: 'Berg', createdById: apiKey.userId }])
})

test('an import stops when the key that asked for it has been revoked', async ({ clinic }) => {
  const { admin, apiKey, imports } = await program(clinic)
  const { id } = await imports.upload(file)
  await imports.check(id)
  await revokeApiKey(admin, { apiKeyId: apiKey.id })
  await expect(imports.run(id)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await imports.now(id)).toMatchObject({ state: 'failed', created: 0 })
  expect(await imports.patients()).toEqual([])
})

test('a program neither sees nor changes imports that another user started', async ({ clinic }) => {
  const { admin, imports } = await program(clinic)
  const others = await setUpImports(clinic, admin)
  const { id } = await others.upload(file)
  await others.check(id)
  const by = imports.admin
  const own = await imports.upload(file)
  expect(await listPatientImports(by)).toMatchObject([{ id: own.id }])
  const missing = { code: 'not_found', message: 'Patient import not found' }
  for (const reach of [
    () => readPatientImport(by, id),
    () => listImportRows(by, { importId: id }, {}),
    () => exportImportRows(by, id),
    () => imports.check(id),
    () => imports.run(id),
    () => cancelPatientImport(by, { importId: id }),
  ])
    await expect(reach()).rejects.toMatchObject(missing)
  expect(await others.now(id)).toMatchObject({ state: 'checked' })
  expect(await cancelPatientImport(by, { importId: own.id })).toMatchObject({ state: 'cancelled' })
})

test('an administrator sees and cancels every import, also by a key', async ({ clinic }) => {
  const { admin, imports } = await program(clinic)
  const { id } = await imports.upload(file)
  const userId = admin.actor.id
  const { apiKey } = await createApiKey(admin, { userId, name: 'Nightly', scopes: ['import_run'] })
  const actor = await actorOfKey(clinic.anonymous(), apiKey.id)
  if (!actor) throw new Error('The key opens nothing')
  expect(await listPatientImports(admin)).toMatchObject([{ id }])
  expect(await readPatientImport({ ...admin, actor }, id)).toMatchObject({ id })
  expect(await cancelPatientImport({ ...admin, actor }, { importId: id })).toMatchObject({
    state: 'cancelled',
  })
})
