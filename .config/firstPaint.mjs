import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

// Many small files compress worse than one. What nearly every screen paints first with goes into one file, found by
// following what the islands import; what the pages without React load stays apart from it.

const root = resolve(import.meta.dirname, '..')
const statics = /^(?:import|export)\s(?!type\s)[^;'"]*?from\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]/gm

/** The island that is on every screen. */
const EVERYWHERE = join(root, 'src/features/frame/ScreenHeader.island.tsx')

/** A page's own script is all that runs of it in the browser. */
function scriptOf(file) {
  const text = readFileSync(file, 'utf8')
  if (!file.endsWith('.astro')) return text
  return [...text.matchAll(/<script>(.*?)<\/script>/gs)]
    .map(([, body]) => body.replaceAll(/^ +/gm, ''))
    .join('\n')
}

function importsOf(file) {
  const found = []
  for (const [, named, bare] of scriptOf(file).matchAll(statics)) {
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

const plain = new Set(files('src/{pages,layouts}/**/*.astro').flatMap((file) => [...reachedFrom(file)]))
const everywhere = reachedFrom(EVERYWHERE)

/** Files that most of what fits the pattern need. */
function sharedBy(pattern, most) {
  const reached = files(pattern).map((file) => reachedFrom(file))
  const counts = new Map()
  for (const set of reached) for (const file of set) counts.set(file, (counts.get(file) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count >= reached.length * most).map(([file]) => file))
}

const screens = sharedBy('src/features/**/*.island.tsx', 0.35)
// Told only where something failed; the screens that tell at once bring it along.
screens.delete(join(root, 'src/client/toastFailure.ts'))
const dialogs = sharedBy('src/features/**/*Dialog.tsx', 0.3)
const neededBefore = sharedBy('src/features/**/*.island.tsx', 0)
const ui = join(root, 'src/ui/')

const isFirst = (file) => everywhere.has(file) || screens.has(file)
const fileOf = (id) => id.split('?')[0].replace(/\.vanilla\.(css|js)$/, '')

/** What the screens share with the pages without React; before the other, which would take it along. */
export const plainChunk = (id) => (isFirst(fileOf(id)) && plain.has(fileOf(id)) ? 'plain' : null)

/** What the screens share with each other. `null` leaves a module to the bundler. */
export const firstPaintChunk = (id) => (isFirst(fileOf(id)) ? 'frame' : null)

/** The controls that dialogs share, in one file too: the first one opened brings it for all. */
export const dialogChunk = (id) => (isOfDialogs(fileOf(id)) && !isOfScreens(fileOf(id)) ? 'dialog' : null)

/** What some screens need of them; before the dialogs, which would take it along. */
export const controlChunk = (id) => (isOfDialogs(fileOf(id)) && isOfScreens(fileOf(id)) ? 'control' : null)

const isOfDialogs = (file) => file.startsWith(ui) && dialogs.has(file) && !isFirst(file)
const isOfScreens = (file) => neededBefore.has(file) || plain.has(file)
