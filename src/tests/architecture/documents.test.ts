import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const inRoot = { cwd: root }
const documents = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md'], inRoot).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}))

/** The first group of each match that fails `isGood`, as `document: match`. */
function wrong(pattern: RegExp, isGood: (found: string, document: (typeof documents)[number]) => boolean) {
  const found = documents.flatMap((document) =>
    [...document.text.matchAll(pattern)].map(([, match = '']) => ({ document, match })),
  )
  expect(found.length, 'matches').toBeGreaterThan(5)
  return found
    .filter(({ document, match }) => !isGood(match, document))
    .map(({ document, match }) => `${document.file}: ${match}`)
}

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

function hasHeading(path: string, anchor: string): boolean {
  const headings = readFileSync(path, 'utf8').matchAll(/^#+ (.*)$/gm)
  return [...headings].some(([, heading = '']) => anchorOf(heading) === anchor)
}

test('every relative link leads to a file, and its anchor to a heading', () => {
  const astray = wrong(/\]\((?!https?:|mailto:)([^)\s]+)\)/g, (link, { file }) => {
    const [path = '', anchor] = link.split('#')
    const target = path ? join(root, dirname(file), path) : join(root, file)
    return existsSync(target) && (!anchor || hasHeading(target, anchor))
  })
  expect(astray).toEqual([])
})

test('every repository path in backticks exists; <noun> and * match any name', () => {
  const astray = wrong(
    /`((?:src|docs|prisma|graphql|bench|\.config|\.ci)\/[^`\s]*)`/g,
    (path, { file }) =>
      // SECURITY.md names tests from src; security.test.ts looks them up.
      file === 'SECURITY.md' ||
      existsSync(join(root, path)) ||
      globSync(path.replaceAll(/<\w+>/g, '*'), inRoot).length > 0,
  )
  expect(astray).toEqual([])
})

test('every npm script that a document names is in package.json', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
  expect(wrong(/npm run (?:-s )?([\w:-]+)/g, (script) => script in scripts)).toEqual([])
})

test('every command in a shell block starts with a known program', () => {
  const programs = 'npm npx node git docker openssl curl psql export rm cat'.split(' ')
  // recipes.test.ts runs the programs in recipes.md.
  const manuals = documents.filter(({ file }) => !file.endsWith('recipes.md'))
  const commands = manuals.flatMap(({ file, text }) =>
    [...text.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].flatMap(([, block = '']) =>
      block
        .replaceAll(/\\\n/g, ' ')
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line && !line.startsWith('#'))
        .map((line) => ({ file, line, program: programOf(line) })),
    ),
  )
  expect(commands.length).toBeGreaterThan(20)
  const astray = commands.filter(({ program }) => !programs.includes(program))
  expect(astray.map(({ file, line }) => `${file}: ${line}`)).toEqual([])
})

/** The first word of a command, after settings like `PORT=3001`. */
const programOf = (command: string) =>
  command.replace(/^(?:[A-Z_]+=(?:\$\(.*\)|\S*)\s+)*/, '').split(' ')[0] ?? ''

test('README has at most 150 lines', () => {
  const lines = readFileSync(join(root, 'README.md'), 'utf8').trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(150)
})
