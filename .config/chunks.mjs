import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

// Many small files compress worse than one. What nearly every screen paints first with goes into one file, and so do the
// dialogs that the desk opens all day, found by following imports; what the pages without React load stays apart.

const root = resolve(import.meta.dirname, '..')
const statics = /^(?:import|export)\s(?!type\s)[^;'"]*?from\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]/gm
const lates = /\bimport\('([^']+)'\)/g

/** The island that is on every screen. */
const EVERYWHERE = join(root, 'src/features/frame/ScreenHeader.island.tsx')

/** What staff open of a patient all day: the first of them brings the others, so that only the first is waited for. */
const DESK =
  'src/features/{patients/{{Patient,{Add,Edit,Drop}Patient,Schedule,Reassign,OverrideStatus}Dialog,patientDialogs},notes/NotesDialog,records/{RecordsDialog,UploadRecordDialog,RecordViewer}}.tsx'

/** A page's own script is all that runs of it in the browser. */
function scriptOf(file) {
  const text = readFileSync(file, 'utf8')
  if (!file.endsWith('.astro')) return text
  return [...text.matchAll(/<script>(.*?)<\/script>/gs)]
    .map(([, body]) => body.replaceAll(/^ +/gm, ''))
    .join('\n')
}

function importsOf(file, kind = statics) {
  const found = []
  for (const [, named, bare] of scriptOf(file).matchAll(kind)) {
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
const allReached = (from) => new Set(from.flatMap((file) => [...reachedFrom(file)]))

/** Files that so many of some need. */
function sharedBy(some, most) {
  const reached = some.map((file) => reachedFrom(file))
  const counts = new Map()
  for (const set of reached) for (const file of set) counts.set(file, (counts.get(file) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count >= reached.length * most).map(([file]) => file))
}

const islands = files('src/features/**/*.island.tsx')
const plain = allReached(files('src/{pages,layouts}/**/*.astro'))
const everywhere = reachedFrom(EVERYWHERE)
const screens = sharedBy(islands, 0.35)
// Told only where something failed; the screens that tell at once bring it along.
screens.delete(join(root, 'src/client/toastFailure.ts'))
const ofIslands = allReached(islands)
const controls = sharedBy(files('src/features/**/*Dialog.tsx'), 0.3)

const desk = files(DESK)
const late = files('src/{client,features,ui}/**/*.{ts,tsx}').flatMap((file) => importsOf(file, lates))
/** Shown after a press, unlike what the frame and the menus fetch by themselves. */
const isOpened = (file) => /\/features\/(?!frame\/).*\.tsx$/.test(file)
const ofDesk = allReached(desk)
const ofOthers = allReached(late.filter((file) => isOpened(file) && !desk.includes(file)))
const ofBackground = allReached(late.filter((file) => !isOpened(file)))
const ofMenus = allReached(late.filter((file) => /Menu\.tsx?$/.test(file)))
const ofIdling = allReached(late.filter((file) => file.endsWith('/IdleWatch.tsx')))

const ui = join(root, 'src/ui/')
const isPlain = (file) => plain.has(file)
const isFirst = (file) => everywhere.has(file) || screens.has(file)
const isControl = (file) => file.startsWith(ui) && controls.has(file)
const isOfScreens = (file) => ofIslands.has(file) || isPlain(file)
const isOfDesk = (file) => ofDesk.has(file) && !isOfScreens(file) && !ofBackground.has(file)

/** Without what its modules need besides, which the bundler places. */
const exactly = { includeDependenciesRecursively: false }

/** The files of the build, and what each holds that is in none before it. What is in none is left to the bundler. */
const kinds = [
  // What the screens share with the pages without React.
  { name: 'plain', holds: (file) => isFirst(file) && isPlain(file) },
  // What they share with each other.
  { name: 'frame', holds: isFirst },
  // What some screens need of the controls that dialogs share.
  { name: 'control', holds: (file) => isControl(file) && isOfScreens(file) },
  // The others, for all: the first dialog or menu brings them.
  { name: 'dialog', holds: isControl },
  // What the dialogs of the desk share with others.
  { name: 'form', holds: (file) => isOfDesk(file) && ofOthers.has(file), ...exactly },
  { name: 'desk', holds: isOfDesk, ...exactly },
  { name: 'menu', holds: (file) => ofMenus.has(file) && !isOfScreens(file), ...exactly },
  { name: 'idle', holds: (file) => ofIdling.has(file) && !isOfScreens(file), ...exactly },
]

const fileOf = (id) => id.split('?')[0].replace(/\.vanilla\.(css|js)$/, '')
const kindOf = (file) => kinds.find((kind) => kind.holds(file))?.name ?? null

/** What is made in the build, as the documents of GraphQL are, goes with what asks for it. */
function placeOf(id, graph) {
  if (!id.startsWith('\0')) return kindOf(fileOf(id))
  const places = new Set((graph.getModuleInfo(id)?.importers ?? []).map((asking) => kindOf(fileOf(asking))))
  if (places.has('form')) places.delete('desk')
  return places.size === 1 ? [...places][0] : null
}

/** For `codeSplitting.groups`; `null` leaves a module to the bundler. */
export const chunks = kinds.map(({ name, holds, ...options }) => ({
  name: (id, graph) => (placeOf(id, graph) === name ? name : null),
  ...options,
}))
