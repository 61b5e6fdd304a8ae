import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readEnvironment, settings } from '#infra/environment.ts'
import { SESSION_SECRET } from '#tests/support/clinic.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const samples = globSync('docs/deploy/**/*', { cwd: root, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length))

/** Variables of other programs in the samples. */
const OTHERS = /^(AWS_|POSTGRES_|MINIO_|VERSION$|CMD$|ALL$)/

type Container = { env: { name: string }[] }
type Manifest = {
  apiVersion: string
  kind: string
  data?: Record<string, string>
  spec?: { template: { spec: { containers: Container[] } } }
}

const manifestsOfKubernetes = (): Manifest[] =>
  samples
    .filter((file) => file.includes('kubernetes/'))
    .flatMap((file) => parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest))

/** What the compiler says about manifests as objects of the API's types, which are generated from its OpenAPI document. */
function apiProblems(manifests: readonly Manifest[]): string {
  const folder = mkdtempSync(join(root, 'node_modules/kubernetes-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const objects = manifests.map((manifest, index) => {
    const { apiVersion, kind } = manifest
    const group = apiVersion.includes('/') ? apiVersion : `core/${apiVersion}`
    const type = `import('kubernetes-types/${group.replace('.k8s.io', '')}').${kind}`
    return `export const a${index}: ${type} = ${JSON.stringify(manifest)}`
  })
  const file = join(folder, 'manifests.ts')
  writeFileSync(file, objects.join('\n'))
  const tsc = join(root, 'node_modules/typescript-7/bin/tsc')
  const options = [
    '--noEmit',
    '--pretty',
    'false',
    '--strict',
    '--skipLibCheck',
    '--ignoreConfig',
    '--types',
    '',
    '--moduleResolution',
    'bundler',
  ]
  return spawnSync(process.execPath, [tsc, ...options, '--module', 'esnext', file], { encoding: 'utf8' })
    .stdout
}

describe('the samples for deployment', () => {
  test('name only settings that exist', () => {
    const named = samples.flatMap((file) =>
      [...read(file).matchAll(/(?:^\s*|[\s{](?:name: )?)([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?==|: |,)/gm)].map(
        ([, name = '']) => ({ file, name }),
      ),
    )
    expect(named.length).toBeGreaterThan(30)
    const known = Object.keys(settings.shape)
    const astray = named.filter(
      ({ name }) =>
        !known.includes(name) && !known.includes(name.replace(/_FILE$/, '')) && !OTHERS.test(name),
    )
    expect(astray).toEqual([])
  })

  test('start programs that exist', () => {
    const programs = samples.flatMap((file) => read(file).match(/\bsrc\/\w+\/\w+\.ts/g) ?? [])
    expect(programs.length).toBeGreaterThan(2)
    expect(programs.filter((program) => !existsSync(join(root, program)))).toEqual([])
  })

  test('give a process more time to stop than it needs', () => {
    const kubernetes = read('docs/deploy/kubernetes/caseload.yaml')
    const numberAfter = (text: string, name: string) =>
      Number(new RegExp(`${name}\\D{1,3}(\\d+)`).exec(text)?.[1])
    const needed = numberAfter(kubernetes, 'SHUTDOWN_DELAY') + 10
    expect(numberAfter(kubernetes, 'terminationGracePeriodSeconds')).toBeGreaterThan(needed)
    const image = numberAfter(read('docs/deploy/Containerfile'), 'SHUTDOWN_DELAY') + 10
    expect(numberAfter(read('docs/deploy/compose.yaml'), 'stop_grace_period')).toBeGreaterThan(image)
    expect(numberAfter(read('docs/deploy/caseload.service'), 'TimeoutStopSec')).toBeGreaterThan(image)
    const nginx = numberAfter(read('docs/deploy/nginx.conf'), 'keepalive_timeout')
    expect(numberAfter(read('docs/deploy/nginx.conf'), 'SHUTDOWN_DELAY')).toBeGreaterThan(nginx)
  })

  test('run with the same memory limits as npm start', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const flags = scripts.start?.match(/--max-\S+/g) ?? []
    expect(flags).toHaveLength(2)
    for (const file of ['docs/deploy/Containerfile', 'docs/deploy/caseload.service'])
      for (const flag of flags) expect(read(file)).toContain(flag)
  })

  test('of Kubernetes fit its API: every field exists, has the right type, and none is missing', () => {
    const manifests = manifestsOfKubernetes()
    expect(manifests.map(({ kind }) => kind).sort()).toEqual(
      'ConfigMap Deployment Job Namespace NetworkPolicy PodDisruptionBudget Secret Service'.split(' '),
    )
    expect(apiProblems(manifests)).toBe('')
    const [deployment] = manifests.filter(({ kind }) => kind === 'Deployment')
    expect(apiProblems([{ ...deployment, replica: 2 } as Manifest & object])).toMatch(
      /'"replica"' does not exist/,
    )
  })

  test('of Kubernetes give both the server and the migration settings that they accept', () => {
    const secrets: Record<string, string> = {
      DATABASE_URL: 'postgresql://clinic_app:word@db.example:5432/clinic',
      DATABASE_OWNER_URL: 'postgresql://clinic_owner:word@db.example:5432/clinic',
      SESSION_SECRET,
      RECORDS_KEY: Buffer.alloc(32, 1).toString('base64'),
      BACKUP_KEY: Buffer.alloc(32, 2).toString('base64'),
    }
    const manifests = manifestsOfKubernetes()
    const { data = {} } = manifests.find(({ kind }) => kind === 'ConfigMap') ?? {}
    for (const workload of ['Deployment', 'Job']) {
      const { spec } = manifests.find(({ kind }) => kind === workload) ?? {}
      const names = spec?.template.spec.containers.flatMap(({ env }) => env.map(({ name }) => name)) ?? []
      expect(names.length, workload).toBeGreaterThan(3)
      const given = names.flatMap((name) => {
        const secret = secrets[name.replace(/_FILE$/, '')]
        return secret === undefined ? [] : [[name.replace(/_FILE$/, ''), secret]]
      })
      const environment = { ...data, ...Object.fromEntries(given), NODE_ENV: 'production' }
      expect(() => readEnvironment(environment), workload).not.toThrow()
    }
  })

  test('are all in the guide', () => {
    const guide = read('docs/operators.md')
    expect(
      samples.map((file) => file.replace('docs/', '')).filter((file) => !guide.includes(`(${file})`)),
    ).toEqual([])
  })
})
