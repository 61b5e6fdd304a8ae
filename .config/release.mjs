// Makes a release: an archive with the server, the built site, the production packages that the server loads, a list of
// them (CycloneDX) and their licenses. It holds no compiler, browser, code generator or PostgreSQL.
// Usage: npm run release [-- <folder>]
// Writes caseload-<version>-<platform>-<arch>.tar.gz to the folder, by default `release`. Native packages are those of this
// platform. The archive is started by `node src/app/server.ts` with Node 22.18 or newer.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const out = resolve(process.argv[2] ?? join(root, 'release'))
const name = `caseload-${manifest.version}-${process.platform}-${process.arch}`
const target = join(out, name)

const MEGABYTES_MAX = 250
/** What is only for developers, or needs their packages. */
const LEFT_SCRIPTS = ['newMigration.ts']
/** Files besides those that the server's modules import. */
const FILES = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  '.env.example',
  'dist',
  'prisma/migrations',
  'docs/operators.md',
  'docs/integrators.md',
  'docs/openapi.json',
  'docs/alerts.yml',
  'docs/dashboard.json',
  'docs/deploy',
  'graphql/schema.graphql',
]
/** Packages that a module loads by a computed name. */
const LOADED = ['dejavu-fonts-ttf']
/** Astro's service for pictures, which no page uses. */
const UNUSED = ['sharp']

/** Declarations, maps, and Prisma's query compilers for other databases, 50 MB. */
const NOT_RUN = /\.(d\.[cm]?ts|map|tsbuildinfo)$|query_compiler_\w+\.(mysql|sqlite|sqlserver|cockroachdb)\./

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })

const { files, packages } = traceServer()
for (const file of [...files, ...FILES]) copy(file)
const needed = closureOf(packages)
for (const path of needed) copyPackage(path)
writeManifest(packages)
writeLicenses(needed)
writeBillOfMaterials()
const megabytes = sizeOf(target) / 2 ** 20
if (megabytes > MEGABYTES_MAX) fail(`The release has ${megabytes.toFixed(0)} MB, more than ${MEGABYTES_MAX}`)
run('tar', ['-czf', `${name}.tar.gz`, '--owner=0', '--group=0', name], out)
console.log(`${join(out, `${name}.tar.gz`)}: ${megabytes.toFixed(0)} MB unpacked, ${needed.length} packages`)

/** The modules that the server and its commands load, and the packages that these and the built site import. */
function traceServer() {
  const commands = readdirSync(join(root, 'src/cli')).filter(
    (file) => !/\.test\.ts$/.test(file) && !LEFT_SCRIPTS.includes(file),
  )
  const todo = ['src/app/server.ts', ...commands.map((file) => `src/cli/${file}`)]
  const seen = new Set()
  const found = new Set(LOADED)
  while (todo.length > 0) {
    const file = todo.pop()
    if (seen.has(file)) continue
    if (!existsSync(join(root, file))) fail(`${file} does not exist, but a module of the server imports it`)
    seen.add(file)
    if (!/\.(ts|mjs)$/.test(file)) continue
    for (const specifier of importsOf(readFileSync(join(root, file), 'utf8'))) {
      const module = moduleOf(specifier, file)
      if (module) todo.push(module)
      else if (!specifier.startsWith('node:')) found.add(packageOf(specifier))
    }
  }
  for (const file of filesIn(join(root, 'dist/server')))
    for (const specifier of importsOf(readFileSync(file, 'utf8')))
      if (!/^(\.|node:|\$\{)/.test(specifier)) found.add(packageOf(specifier))
  for (const unused of UNUSED) found.delete(unused)
  return { files: [...seen], packages: [...found].filter(isInstalled).sort() }
}

/** Imports of values, and modules that a worker runs. */
function importsOf(text) {
  const patterns = [
    /(?:^|[\n;}])\s*(?:import|export)\b(?!\s+type\b)[^'"`;]*?\bfrom\s*["']([^"']+)["']/g,
    /(?:^|[\n;}])\s*import\s*["']([^"']+)["']/g,
    /\bimport\(\s*["']([^"']+)["']/g,
    /\bnew URL\(\s*["'](\.\/[^"']+\.ts)["'],\s*import\.meta\.url/g,
  ]
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, specifier]) => specifier))
}

/** The project's own module, or `null` for a package. */
function moduleOf(specifier, from) {
  if (specifier.startsWith('.')) return relative(root, join(root, dirname(from), specifier))
  if (!specifier.startsWith('#')) return null
  const [prefix, place] = Object.entries(manifest.imports).find(([key]) =>
    specifier.startsWith(key.slice(0, -1)),
  )
  return join(place.slice(0, -1), specifier.slice(prefix.length - 1))
}

function packageOf(specifier) {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

function isInstalled(one) {
  return existsSync(join(root, 'node_modules', one, 'package.json'))
}

/** The folders of these packages and of all that they depend on, as Node finds them. */
function closureOf(names) {
  const folders = new Map()
  const todo = names.map((one) => ({ one, from: '' }))
  while (todo.length > 0) {
    const { one, from } = todo.pop()
    const folder = findPackage(one, from)
    if (!folder || folders.has(folder)) continue
    const about = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    folders.set(folder, about)
    const isOptional = (peer) => about.peerDependenciesMeta?.[peer]?.optional
    const peers = Object.keys(about.peerDependencies ?? {}).filter((peer) => !isOptional(peer))
    const others = { ...about.dependencies, ...about.optionalDependencies }
    todo.push(...[...Object.keys(others), ...peers].map((next) => ({ one: next, from: folder })))
  }
  return [...folders.keys()].sort()
}

/** Looks for a package in the folders above another one. Optional packages of other platforms are missing. */
function findPackage(one, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder === '.' ? '' : folder, 'node_modules', one)
    if (existsSync(join(root, place, 'package.json'))) return place
    if (folder === '' || folder === '.') return null
  }
}

function copy(file) {
  if (!existsSync(join(root, file))) return
  cpSync(join(root, file), join(target, file), {
    recursive: true,
    filter: (path) => !path.endsWith('/.built'),
  })
}

/** Copies a package without the packages inside it, which are copied by themselves, and without what never runs. */
function copyPackage(path) {
  const from = join(root, path)
  const isNeeded = (file) => !NOT_RUN.test(file) && file !== join(from, 'node_modules')
  cpSync(from, join(target, path), { recursive: true, dereference: true, filter: isNeeded })
}

/** The manifest has exactly the packages that are in the archive, and the commands that work there. */
function writeManifest(direct) {
  const isHere = (command) => {
    const [, file] = /\bnode (?:--\S+ )*(src\/\S+\.ts)/.exec(command) ?? []
    return file !== undefined && existsSync(join(target, file))
  }
  const scripts = Object.entries(manifest.scripts).filter(([, command]) => isHere(command))
  const versionOf = (one) =>
    JSON.parse(readFileSync(join(root, 'node_modules', one, 'package.json'), 'utf8')).version
  const released = {
    ...Object.fromEntries(
      ['name', 'version', 'description', 'private', 'type', 'license', 'imports'].map((key) => [
        key,
        manifest[key],
      ]),
    ),
    engines: { node: '>=22.18' },
    scripts: Object.fromEntries(scripts),
    dependencies: Object.fromEntries(direct.map((one) => [one, versionOf(one)])),
  }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(released, null, 2)}\n`)
}

/** One text with the license of each package. */
function writeLicenses(folders) {
  const parts = folders.map((folder) => {
    const {
      name: its,
      version,
      license,
      author,
    } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const kind = typeof license === 'object' ? license.type : (license ?? 'see below')
    const by = typeof author === 'object' ? author.name : author
    const texts = readdirSync(join(root, folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    const heading = `${its} ${version}\nLicense: ${kind}${by ? `\nAuthor: ${by}` : ''}`
    return [heading, ...texts.map((file) => readIfText(join(root, folder, file)))].join('\n\n')
  })
  writeFileSync(join(target, 'THIRD-PARTY-LICENSES.txt'), `${parts.join(`\n\n${'='.repeat(80)}\n\n`)}\n`)
}

function readIfText(file) {
  return statSync(file).isFile() ? readFileSync(file, 'utf8').trim() : ''
}

/** The list of packages in CycloneDX, made by npm from the archive's own manifest and packages. */
function writeBillOfMaterials() {
  const list = run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], target)
  writeFileSync(join(target, 'sbom.cdx.json'), list)
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function sizeOf(folder) {
  return filesIn(folder).reduce((sum, file) => sum + statSync(file).size, 0)
}

function run(command, words, cwd) {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0) fail(`${basename(command)} ${words[0]} failed:\n${stderr}${stdout}`)
  return stdout
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
