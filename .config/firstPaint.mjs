import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

// Many small files compress worse than one. What nearly every screen paints first with goes into one file, found by
// following what the islands import; what the pages without React load stays apart from it.

const root = resolve(import.meta.dirname, '..')
const statics = /^(?:import|export)\s(?!type\s)[^;'"]*?from\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]/gm

/** How many of the islands must need a module for every screen to load it. */
const MOST = 0.6

function importsOf(file) {
  const found = []
  for (const [, named, bare] of readFileSync(file, 'utf8').matchAll(statics)) {
    const asked = named ?? bare
    const path = asked.startsWith('#') ? join(root, 'src', asked.slice(1)) : resolve(dirname(file), asked)
    if (/^[#.]/.test(asked) && !asked.startsWith('#generated') && existsSync(path)) found.push(path)
  }
  return found
}

function reachedFrom(file, reached = new Set()) {
  if (reached.has(file)) return reached
  reached.add(file)
  for (const next of importsOf(file)) reachedFrom(next, reached)
  return reached
}

const files = (pattern) => globSync(pattern, { cwd: root }).map((path) => join(root, path))

const plain = new Set(files('src/{client/plain*,layouts/*}.ts').flatMap((file) => [...reachedFrom(file)]))
const islands = files('src/features/**/*.island.tsx').map((file) => reachedFrom(file))
const shares = new Map()
for (const island of islands) for (const file of island) shares.set(file, (shares.get(file) ?? 0) + 1)

/** The file that a module of ours goes into; `null` leaves it to the bundler. */
export function firstPaintChunk(id) {
  const file = id.split('?')[0].replace(/\.vanilla\.(css|js)$/, '')
  if (plain.has(file)) return null
  return (shares.get(file) ?? 0) >= islands.length * MOST ? 'frame' : null
}
