// Prepares a fresh clone: installs packages, generates code and builds the site. Plain JavaScript, because it runs on
// Node 20 or later before any package is installed. Skips each step whose inputs have the same hash as last time.
// Usage: prepare.mjs codegen | build [--force]
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { oneAtATime } from './oneAtATime.mjs'

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))

const [goal = 'build', force] = process.argv.slice(2)
const installed = 'node_modules/.caseload-installed'
const made = 'graphql/generated/.made'
const built = 'dist/.built'

const sources = ['domain', 'graphql', 'features', 'rest', 'openApi', 'pages', 'layouts', 'client'].map(
  (floor) => `src/${floor}`,
)
const inputs = {
  packages: ['package.json', 'package-lock.json'],
  client: ['prisma/schema.prisma', '.config/prisma.ts', 'package-lock.json'],
  documents: [
    'graphql/schema.graphql',
    'codegen.ts',
    'prisma/schema.prisma',
    'package-lock.json',
    ...sources,
  ],
  site: [
    'src',
    'public',
    'docs/operators.md',
    'docs/openapi.json',
    'astro.config.mjs',
    'tsconfig.json',
    '.config/prepare.mjs',
    '.config/idleCode.mjs',
    '.config/viewerFrames.mjs',
    made,
    'package.json',
    'package-lock.json',
  ],
}

// Two builds at once would overwrite each other. The second waits, and then mostly finds everything done.
await oneAtATime('.astro/prepare.lock', () => {
  // In production, a built tree needs no packages of developers and no compiler.
  if (process.env.NODE_ENV === 'production' && !force && goal === 'build' && isComplete()) return
  install()
  generateClient()
  generateDocuments()
  if (goal === 'build') build()
})

function install() {
  const wanted = `${process.platform} ${process.arch} ${hashOf(inputs.packages)}`
  if (read(installed) === wanted && existsSync(program('node'))) return
  if (existsSync(program('node')) && hasWhatTheLockNames()) return writeFileSync(installed, wanted)
  step('Installing packages (a minute or two, once)', () => {
    // `npm ci` rejects a lock file without another platform's optional packages. `npm install --no-save` installs the
    // locked versions and changes no file. Setting the engine's path keeps Prisma from downloading one that nothing
    // uses (see .config/prisma.ts).
    const kinds = ['--include=dev', '--include=optional'] // the build needs them even if NODE_ENV is production
    const environment = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath }
    const npm = process.env.npm_execpath?.endsWith('npm-cli.js') && process.env.npm_execpath
    const [command, ...before] = npm ? [process.execPath, npm] : ['npm']
    run(command, [...before, 'install', '--no-save', ...kinds, '--loglevel=error'], environment, [
      'The packages could not be installed. Check that this machine reaches the npm registry (npm ping) and has about',
      '2 GB of disk left, then start again. What npm said stands above.',
    ])
    writeFileSync(installed, wanted)
  })
}

/** Whether everything that the server loads is there and up to date, and this Node can run it. */
function isComplete() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return (
    (major > 22 || (major === 22 && minor >= 18)) &&
    read(built) === hashOf(inputs.site) &&
    existsSync('dist/server/entry.mjs') &&
    marks().client === hashOf(inputs.client) &&
    existsSync('src/infra/prisma/client.ts') &&
    hasWhatTheLockNames({ withDev: false })
  )
}

/** npm writes a copy of the lock file that it installed, so an `npm install` by a developer is not repeated. */
function hasWhatTheLockNames({ withDev = true } = {}) {
  const has = JSON.parse(read('node_modules/.package-lock.json') || '{}').packages ?? {}
  const named = JSON.parse(read('package-lock.json')).packages
  const isThere = ([path, entry]) =>
    !path ||
    (has[path]
      ? has[path].version === entry.version
      : entry.optional || entry.devOptional || (entry.dev && !withDev))
  return (
    Object.entries(named).every(isThere) &&
    Object.entries(has).every(([path, entry]) => path in named || entry.optional)
  )
}

function generateClient() {
  const wanted = hashOf(inputs.client)
  if (marks().client === wanted && existsSync('src/infra/prisma/client.ts')) return
  step('Generating the database client', () => {
    runHere('prisma', ['generate', '--config', '.config/prisma.ts'])
    mark({ client: wanted })
  })
}

function generateDocuments() {
  if (marks().documents === hashOf(inputs.documents) && existsSync('graphql/generated/graphql.ts')) return
  step('Generating the API schema and its typed documents', () => {
    runHere('node', ['src/graphql/printSchema.ts'])
    runHere('graphql-codegen', ['--config', 'codegen.ts'])
    runHere('node', ['src/openApi/printOpenApi.ts'])
    mark({ documents: hashOf(inputs.documents) }) // only now: the printed schema is itself an input
  })
}

function build() {
  const wanted = hashOf(inputs.site)
  if (!force && read(built) === wanted && existsSync('dist/server/entry.mjs')) return
  rmSync(built, { force: true })
  step('Building the site', () => runHere('astro', ['build']))
  mkdirSync('dist/client/api', { recursive: true })
  copyFileSync('docs/openapi.json', 'dist/client/api/openapi.json')
  step('Compressing its files', () => compress('dist/client'))
  writeFileSync(built, wanted)
}

function compress(folder) {
  const text = new Set([
    '.css',
    '.html',
    '.js',
    '.json',
    '.map',
    '.mjs',
    '.svg',
    '.txt',
    '.webmanifest',
    '.xml',
  ])
  for (const path of filesIn(folder)) {
    if (!text.has(extname(path))) continue
    const content = readFileSync(path)
    // Quality 11 costs ten times the time of 9 above this size, for three percent.
    const quality = content.length < 300_000 ? 11 : 9
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    }
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params }))
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  }
}

function marks() {
  return JSON.parse(read(made) || '{}')
}

function mark(change) {
  mkdirSync(dirname(made), { recursive: true })
  writeFileSync(made, JSON.stringify({ ...marks(), ...change }))
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesIn)) hash.update(`${path}\0`).update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

/** Lists the input files at a path. Excludes tests and generated code. */
function filesIn(path) {
  if (/\.(test|e2e)\.tsx?$|^src\/(infra\/prisma|tests)$/.test(path) || !existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`))
}

function step(title, work) {
  const began = performance.now()
  process.stdout.write(`${title} … `)
  work()
  process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1)} s\n`)
}

function runHere(name, args) {
  run(program(name), args, {}, ['The cause is in the code, not on your machine. See the error above.'])
}

/** Quiet unless it fails. Children find the project's own Node 24 before whichever Node runs this. */
function run(command, args, environment, advice) {
  const { NODE_ENV, ...inherited } = process.env // Caseload's mode; build tools give NODE_ENV another meaning
  const path = join(process.cwd(), 'node_modules/.bin') + delimiter + (process.env.PATH ?? '')
  const env = {
    ...inherited,
    PATH: path,
    ASTRO_TELEMETRY_DISABLED: '1',
    CHECKPOINT_DISABLE: '1',
    ...environment,
  }
  const options = { env, encoding: 'utf8', maxBuffer: 2 ** 28, shell: process.platform === 'win32' }
  const { status, stdout, stderr, error } = spawnSync(command, args, options)
  if (status === 0) return
  process.stdout.write('failed\n')
  fail(`${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}\n${advice.join('\n')}`)
}

function program(name) {
  return join('node_modules/.bin', process.platform === 'win32' ? `${name}.cmd` : name)
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
