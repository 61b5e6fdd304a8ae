import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const src = new URL('../../', import.meta.url)
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|tsx|astro)$/.test(file) && !file.startsWith('infra/prisma/'))
  .map((file) => ({ file, text: readFileSync(new URL(file, src), 'utf8') }))

/** ARCHITECTURE section 2: which floors each floor may import. `generated` is graphql/generated. */
const mayImport: Record<string, readonly string[]> = {
  domain: [],
  infra: ['domain'],
  operations: ['domain', 'infra'],
  graphql: ['domain', 'infra', 'operations'],
  rest: ['domain', 'graphql', 'http', 'generated'],
  jobs: ['domain', 'infra', 'operations'],
  http: [],
  ui: [],
  viewer: [],
  client: ['domain', 'ui', 'generated'],
  features: ['domain', 'ui', 'client', 'viewer', 'generated'],
}

const tests = ['tests']
/** Floors at the top: no other floor may import them. */
const roof = ['layouts', 'pages', 'openApi', 'app', 'cli', ...tests]

const floorOf = (file: string) => (file.includes('/') ? (file.split('/')[0] as string) : 'root')
const isTest = (file: string) => /\.(test|e2e)\.tsx?$/.test(file)

type Import = { file: string; floor: string; target: string; specifier: string; isType: boolean }

function importsOf({ file, text }: { file: string; text: string }): Import[] {
  const found = text.matchAll(
    /(?:^|\n)\s*(import|export)(\s+type)?\b[^'"\n;]*?(?:\{[^}]*\}[^'"\n]*?)?from\s+'([^']+)'|(?:(?:^|\n)\s*import\s+|\bimport\(\s*)'([^']+)'/g,
  )
  return [...found].map(([, , type, from, bare]) => {
    const specifier = from ?? bare ?? ''
    const floor = floorOf(file)
    return { file, floor, target: targetOf(floor, file, specifier), specifier, isType: Boolean(type) }
  })
}

/** The floor of an import. Packages of npm and Node have none. */
function targetOf(floor: string, file: string, specifier: string): string {
  if (specifier.startsWith('#')) return floorOf(specifier.slice(1))
  if (!specifier.startsWith('.')) return specifier.startsWith('node:') ? 'node' : 'npm'
  const path = new URL(specifier, new URL(file, src)).pathname
  return path.startsWith(src.pathname) ? floorOf(path.slice(src.pathname.length)) : floor
}

const imports = files.filter(({ file }) => !isTest(file)).flatMap(importsOf)
const from = (floor: string) => imports.filter((one) => one.floor === floor)
const shown = ({ file, specifier }: Import) => `${file} reaches for ${specifier}`

test('every folder of src is a floor with import rules', () => {
  const floors = new Set(files.map(({ file }) => floorOf(file)))
  expect([...floors].sort()).toEqual([...Object.keys(mayImport), ...roof, 'root'].sort())
})

describe('the import rules', () => {
  test.each(Object.entries(mayImport))('%s stands only on %j', (floor, below) => {
    expect(from(floor).length, 'imports read').toBeGreaterThan(0)
    const astray = from(floor).filter(({ target }) => !['npm', 'node', floor, ...below].includes(target))
    expect(astray.map(shown)).toEqual([])
  })

  test('domain uses zod and calendar functions, but not Node, Prisma or React', () => {
    const packages = from('domain').filter(({ target }) => ['npm', 'node'].includes(target))
    const known = ['zod/mini', '@internationalized/date']
    expect(packages.filter(({ specifier }) => !known.includes(specifier)).map(shown)).toEqual([])
  })

  test('operations import only types of infra, and get the instances from the context', () => {
    const astray = from('operations').filter(({ target, isType }) => target === 'infra' && !isType)
    expect(astray.map(shown)).toEqual([])
  })

  test('operations do not use GraphQL, requests or pages', () => {
    const astray = from('operations').filter(({ specifier }) =>
      /graphql|pothos|yoga|astro|react|node:http/.test(specifier),
    )
    expect(astray.map(shown)).toEqual([])
  })

  test('graphql uses infra only in its context and builder', () => {
    const where = ['graphql/context.ts', 'graphql/builder.ts']
    const astray = from('graphql').filter(
      ({ file, target, isType }) => target === 'infra' && !isType && !where.includes(file),
    )
    expect(astray.map(shown)).toEqual([])
  })

  test('rest imports only types for running documents', () => {
    const astray = from('rest').filter(
      ({ specifier, target, isType }) =>
        target === 'graphql' && (!isType || specifier !== '#graphql/execute.ts'),
    )
    expect(astray.map(shown)).toEqual([])
  })

  test('features import only the message types of the viewer', () => {
    const astray = from('features').filter(
      ({ target, specifier }) => target === 'viewer' && specifier !== '#viewer/protocol.ts',
    )
    expect(astray.map(shown)).toEqual([])
  })

  test('the app does not import tests', () => {
    const astray = imports.filter(({ floor, target }) => tests.includes(target) && !tests.includes(floor))
    expect(astray.map(shown)).toEqual([])
  })

  test('server and browser floors do not import each other', () => {
    const astray = [...from('ui'), ...from('viewer'), ...from('client'), ...from('features')].filter(
      ({ target }) => target === 'node',
    )
    expect(astray.map(shown)).toEqual([])
  })
})

describe('every file', () => {
  test('is imported directly, never through an index', () => {
    expect(files.filter(({ file }) => /(^|\/)index\.tsx?$/.test(file)).map(({ file }) => file)).toEqual([])
  })

  test('stays within 400 lines', () => {
    const long = files.filter(({ text }) => text.split('\n').length > 401).map(({ file }) => file)
    expect(long).toEqual([])
  })

  test('has no TODO notes', () => {
    const notes = files.filter(
      ({ file, text }) => file !== 'tests/architecture/imports.test.ts' && /\b(TODO|FIXME|XXX)\b/.test(text),
    )
    expect(notes.map(({ file }) => file)).toEqual([])
  })

  test('uses named imports across floors and never climbs two folders', () => {
    const climbing = imports.filter(({ specifier }) => specifier.startsWith('../..'))
    expect(climbing.map(shown)).toEqual([])
  })
})
