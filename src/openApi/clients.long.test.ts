import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { beforeAll, describe, expect } from 'vitest'
import type { ApiKeyScope } from '#domain/apiKeys/scopes.ts'
import { createServiceAccount } from '#operations/apiKeys/createServiceAccount.ts'
import type { SeenByGraphQL } from '#tests/clients/apollo.ts'
import { type Given, type Seen, SYSTEM } from '#tests/clients/walk.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { sample } from '#tests/support/recordFiles.ts'
import { test } from '#tests/support/test.ts'
import type { TestServer } from '#tests/support/testServer.ts'

const root = new URL('../../', import.meta.url)
const at = (path: string) => fileURLToPath(new URL(path, root))
const document = at('docs/openapi.json')
const generated = at('graphql/generated/clients')

describe('linters find no error in the OpenAPI document:', () => {
  test('Redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: await readFile(document, 'utf8'), config })
    // The license is that of the product, and the names of tags say what they are.
    const known = ['info-license', 'tag-description']
    expect(problems.filter(({ ruleId }) => !known.includes(ruleId))).toEqual([])
  })

  test('Spectral', async () => {
    const linter = new spectral.Spectral()
    linter.setRuleset({ extends: [rulesets.oas as RulesetDefinition] })
    const problems = await linter.run(JSON.parse(await readFile(document, 'utf8')))
    expect(problems.filter(({ code }) => code !== 'info-contact')).toEqual([])
  })
})

describe('a generated client', () => {
  beforeAll(async () => {
    await mkdir(generated, { recursive: true })
    const types = await openapiTypescript(await readFile(document, 'utf8'))
    await writeFile(`${generated}/openApiTypescript.ts`, astToString(types))
    await createClient({
      input: document,
      output: `${generated}/heyApi`,
      plugins: ['@hey-api/typescript', '@hey-api/client-fetch', '@hey-api/sdk'],
      logs: { level: 'silent' },
    })
  }, 60_000)

  test('compiles with the programs that use it', async () => {
    const compile = promisify(execFile)(at('node_modules/.bin/tsc'), ['-p', at('src/tests/clients')])
    await expect(compile.catch(({ stdout }) => stdout)).resolves.toMatchObject({ stdout: '' })
  }, 60_000)

  test.for(['openApiFetch', 'heyApi'])(
    'of %s does what a connection of two systems needs',
    async (name, { clinic, server }) => {
      const given = await connection(clinic, server)
      expect(await run<Seen>(name, given)).toEqual({
        isNew: [true, false],
        stale: [412, 200],
        isSameTask: true,
        statusAfterSending: 'consent_sent',
        names: ['Maren', 'Tomas'],
        identifiersOfRecord: [{ system: SYSTEM, value: 'R-1' }],
        size: given.file.size,
        refused: 'identifier_taken',
        changed: ['consent_request', 'patient', 'patient_record', 'task'],
      })
      expect(await clinic.db.task.count()).toBe(1)
    },
  )

  test('of Apollo and graphql-sse reads pages, errors and changes', async ({ clinic, server }) => {
    const seen = await run<SeenByGraphQL>('apollo', await connection(clinic, server))
    expect(seen).toEqual({
      isNew: [true, false],
      stale: { code: 'stale', version: seen.version },
      version: seen.version,
      names: ['Maren', 'Tomas'],
      phoneInCache: '(415) 555-0100',
      heard: 'patient',
    })
  })
})

async function connection(clinic: TestClinic, server: TestServer): Promise<Given> {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const { id: colleagueId } = await clinic.user()
  const { secret } = await createServiceAccount(admin, {
    name: 'Case system',
    keyName: 'Sync',
    scopes: [
      ...['patients_read', 'patients_write', 'consent_send', 'records_read', 'records_write'],
      ...['tasks_read', 'tasks_write'],
    ] as ApiKeyScope[],
  })
  const file = new Blob([new Uint8Array(sample('rotation.pdf'))])
  return { baseUrl: server.url, key: secret, colleagueId, file }
}

/** Runs the program in `src/tests/clients`. Its types exist only since `beforeAll`. */
async function run<Result>(program: string, given: Given): Promise<Result> {
  const url: string = new URL(`../tests/clients/${program}.ts`, import.meta.url).href
  const { walk } = (await import(/* @vite-ignore */ url)) as { walk: (given: Given) => Promise<Result> }
  return walk(given)
}
