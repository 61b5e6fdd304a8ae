import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { signIn } from '#tests/processes/caller.ts'
import { SESSION_SECRET } from '#tests/support/clinic.ts'
import { makeDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openDatabaseLine } from '#tests/support/databaseLine.ts'
import { needProgram } from '#tests/support/needProgram.ts'
import { makeRelease } from '#tests/support/release.ts'
import { freePort, runCommand, untilReady } from '#tests/support/serverProcess.ts'

// Builds docs/deploy/Containerfile with Debian's buildah and runs the image. A Debian root with this Node takes the place of
// the published image of Node. buildah needs root rights for that.

const BASE = 'docker.io/library/node:24-trixie-slim'
const SIZE_MAX = 450e6
const USER = 10001
const account = { email: 'ada@clinic.example', password: 'a-password-of-the-smoke-test' }

let parent: string
let database: TestDatabase
let container: string
let root: string

const storage = () => [
  ...['--root', join(parent, 'store'), '--runroot', join(parent, 'run'), '--storage-driver', 'vfs'],
]
const run = promisify(execFile)

/** Runs buildah without blocking this process, which is the container's line to the database. Returns the output. */
async function buildah(words: string[], input = ''): Promise<string> {
  const running = run('buildah', [...storage(), ...words])
  running.child.stdin?.end(input)
  return (await running).stdout.trim()
}

beforeAll(async () => {
  needProgram('buildah', '--version', 'buildah')
  needProgram('mmdebstrap', '--version', 'mmdebstrap')
  parent = mkdtempSync(join(tmpdir(), 'caseload-image-'))
  chmodSync(parent, 0o711)
  await makeBase()
  const release = makeRelease(parent)
  const file = join(release, 'docs/deploy/Containerfile')
  const options = [
    '--isolation',
    'chroot',
    '--format',
    'docker',
    '--pull=never',
    '--build-arg',
    'VERSION=1.2.3',
  ]
  await buildah(['build', ...options, '-f', file, '-t', 'caseload', release])
  container = await buildah(['from', '--pull=never', 'caseload'])
  root = await buildah(['mount', container])
  const blank = new URL(inject('templateUrl'))
  blank.pathname = '/template1'
  database = await makeDatabase(blank.href, 'image')
}, 600_000)

afterAll(async () => {
  await database?.drop()
  if (container) await buildah(['rm', container])
  rmSync(parent, { recursive: true, force: true })
})

async function makeBase(): Promise<void> {
  const archive = join(parent, 'base.tar')
  execFileSync('mmdebstrap', [
    '--quiet',
    '--variant=minbase',
    'trixie',
    archive,
    'http://deb.debian.org/debian',
  ])
  const base = await buildah(['from', 'scratch'])
  const mounted = await buildah(['mount', base])
  execFileSync('tar', ['-xf', archive, '-C', mounted, '--exclude', './dev/*'])
  execFileSync('install', ['-D', process.execPath, join(mounted, 'usr/local/bin/node')])
  await buildah(['commit', '--rm', base, BASE])
}

type Config = {
  User: string
  Cmd: string[]
  Volumes: Record<string, object>
  Labels: Record<string, string>
  StopSignal: string
  Healthcheck: { Test: string[] }
}

const readConfig = async (): Promise<Config> =>
  JSON.parse(await buildah(['inspect', '--type', 'image', 'caseload'])).Docker.config

test('the image is small, runs without root rights, and says its version and how to check its health', async () => {
  const { User, Labels, StopSignal, Volumes, Healthcheck } = await readConfig()
  expect({ User, StopSignal, Volumes }).toEqual({
    User: `${USER}:${USER}`,
    StopSignal: 'SIGTERM',
    Volumes: { '/data': {} },
  })
  expect(Labels['org.opencontainers.image.version']).toBe('1.2.3')
  expect(Healthcheck.Test.slice(0, 2)).toEqual(['CMD', 'node'])
  // The sum of the files' sizes, as `podman images` shows it.
  const size = execFileSync('du', ['-s', '--apparent-size', '-B1', root], { encoding: 'utf8' })
  expect(Number(size.split('\t')[0])).toBeLessThan(SIZE_MAX)
})

test('a container migrates, creates an administrator, serves, is healthy, stops, and writes only to /data', async () => {
  const [port, line] = [await freePort(), await openDatabaseLine(database.ownerUrl)]
  onTestFinished(() => line.close())
  const url = `http://127.0.0.1:${port}`
  const settings = {
    DATABASE_URL: line.url,
    SESSION_SECRET,
    PORT: String(port),
    CLINIC_NAME: 'Test Clinic',
    PUBLIC_URL: url,
    SHUTDOWN_DELAY: '0',
  }
  const inside = (command: string[]) => [
    ...['run', '--isolation', 'chroot'],
    ...Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ...[container, '--', ...command],
  ]
  const began = join(parent, 'began')
  execFileSync('touch', [began])
  expect(await buildah(inside(['node', 'src/cli/migrate.ts']))).toContain('The database is up to date')
  const answers = `${[account.email, 'Ada', 'Marsh', account.password].join('\n')}\n`
  await buildah(inside(['node', 'src/cli/createAdmin.ts']), answers)

  const { Cmd, Healthcheck } = await readConfig()
  const server = runCommand('buildah', [...storage(), ...inside(Cmd)], parent, {})
  await untilReady(url, server)
  await buildah(inside(Healthcheck.Test.slice(1)))
  const call = await signIn(url, account)
  expect((await call('GET', '/api/patients')).status).toBe(200)
  const page = await (await fetch(`${url}/patients`, { headers: { cookie: call.cookie } })).text()
  expect(page).toContain('Add Patient')

  // buildah would kill it at once; a container's runtime sends the signal to its first process.
  execFileSync('pkill', ['-TERM', '-u', String(USER), '-f', '^/usr/local/bin/node .*src/app/server.ts'])
  expect(await server.over, server.said()).toBe(0)
  // buildah makes a volume for /data.
  const kept = await buildah(inside(['find', '/data', '-user', String(USER), '-name', '*key*']))
  expect(kept.split('\n').sort()).toEqual(['/data/evidence-key', '/data/records-key'])
  const written = execFileSync('find', [root, '-xdev', '-type', 'f', '-newer', began], { encoding: 'utf8' })
  expect(written).toBe('')
}, 300_000)
