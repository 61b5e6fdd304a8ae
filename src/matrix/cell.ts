import { askAs, type Reply, type Way } from './ask.ts'
import type { Stage } from './stage.ts'
import type { Statement } from './statement.ts'
import { type VisitorName, visitorNames, visitors } from './visitors.ts'
import { ghostOf, OURS, THEIRS, type World } from './world.ts'

const refusals = ['unauthenticated', 'forbidden', 'not_found', 'invalid', 'conflict']
/** A denial that is a row of the trail; a visitor's 401 is only counted. */
const recordedRefusals = ['forbidden', 'not_found']
/** What counts requests and not what happened. */
const counting = ['public.throttles', 'public.audit_logs', 'public.audit_lanes']

/** Who may read which family name; everybody else must never meet it in an answer. */
const readers: Record<string, readonly VisitorName[]> = {
  [OURS]: ['admin', 'staffCreator', 'staffOther', 'attorneyAssigned'],
  [THEIRS]: ['admin', 'staffCreator', 'staffOther', 'attorneyOther'],
}

/** The verdict that each visitor gets through one door, with a remark wherever it does not keep to the rules. */
export async function verdictsOf(
  stage: Stage,
  way: Way,
  statement: Statement,
): Promise<Record<VisitorName, string>> {
  const found = {} as Record<VisitorName, string>
  for (const name of visitorNames) found[name] = await cell(stage, way, statement, name)
  return found
}

async function cell(stage: Stage, way: Way, statement: Statement, name: VisitorName): Promise<string> {
  const { world, state } = stage
  const own = world.people[visitors[name].person].id
  const asked = statement.ask?.(world, own) ?? {}
  const answer = await askedBy(stage, way, name, asked)
  const verdict = verdictOf(answer, statement, world)
  const remarks = [
    ...(await consequences(stage, statement, name, verdict)),
    ...leaks(answer, verdict, statement, name, world, asked),
  ]
  await state.restore(await state.changed())
  remarks.push(...(await ghosts(stage, way, statement, name, { own, asked, answer, verdict })))
  return [verdict, ...remarks].join(', but ')
}

const askedBy = async (
  { door, entered }: Stage,
  way: Way,
  name: VisitorName,
  asked: Record<string, unknown>,
) => way.read(await askAs(door, entered[name], way.question(asked)))

function verdictOf({ code, text }: Reply, { shows }: Statement, world: World): string {
  if (code !== 'data') return code
  return !shows || text.includes(shows(world)) ? 'allow' : 'empty'
}

/** A refusal changes nothing and is told once in the trail, under the name of whoever is signed in. */
async function consequences(
  { state, world }: Stage,
  { recordedAs }: Statement,
  name: VisitorName,
  verdict: string,
): Promise<string[]> {
  if (!refusals.includes(verdict)) return []
  const changed = (await state.changed()).filter((table) => !counting.includes(table))
  const { person, isSignedIn } = visitors[name]
  const denial = isSignedIn && recordedRefusals.includes(verdict) && `denied by ${world.people[person].id}`
  const expected = [recordedAs ?? denial].filter(Boolean)
  const rows = await state.recorded()
  const told = rows.map(({ action, userId }) => (recordedAs ? action : `${action} by ${userId}`))
  return [
    ...changed.map((table) => `changed ${table}`),
    ...(told.join() === expected.join() ? [] : [`recorded ${told.join(' and ') || 'nothing'}`]),
  ]
}

/** What an answer holds that this visitor must not know of. */
function leaks(
  { text }: Reply,
  verdict: string,
  { isOpenedBySecret }: Statement,
  name: VisitorName,
  world: World,
  asked: Record<string, unknown>,
): string[] {
  if (isOpenedBySecret) return []
  const isRefused = refusals.includes(verdict)
  const sent = JSON.stringify(asked)
  const closed = Object.entries(readers).flatMap(([word, known]) =>
    isRefused || !known.includes(name) ? [word, ...keysOn(word, world)] : [],
  )
  return closed.filter((word) => text.includes(word) && !sent.includes(word)).map((word) => `shows ${word}`)
}

/** The keys of everything that hangs on one family's patients. */
function keysOn(word: string, world: World): string[] {
  if (word === THEIRS) return [world.theirs.id]
  const { at, note, task, appointment, record, link, form, creatorsAlert } = world
  return [...Object.values(at), note, task, appointment, record, link, form, creatorsAlert].map(
    ({ id }) => id,
  )
}

type Asked = { own: string; asked: Record<string, unknown>; answer: Reply; verdict: string }

/** The same question about what does not exist: never allowed, and told from what is invisible by nothing. */
async function ghosts(
  stage: Stage,
  way: Way,
  statement: Statement,
  name: VisitorName,
  { own, asked, answer, verdict }: Asked,
): Promise<string[]> {
  const ghost = statement.ask?.(ghostOf(stage.world), own) ?? {}
  if (JSON.stringify(ghost) === JSON.stringify(asked)) return []
  const other = await askedBy(stage, way, name, ghost)
  const remarks = await consequences(stage, statement, name, other.code)
  await stage.state.restore(await stage.state.changed())
  const missing = statement.ghost ?? 'not_found'
  const expected: Record<string, string[]> = {
    unauthenticated: ['unauthenticated'],
    forbidden: ['forbidden', missing],
  }
  if (!(expected[verdict] ?? [missing]).includes(other.code))
    remarks.push(`${other.code} for what does not exist`)
  if (verdict === 'not_found' && plain(answer) !== plain(other)) remarks.push('tells missing from invisible')
  return remarks
}

/** An answer without the keys and references that differ from request to request. */
const plain = ({ text }: Reply) => text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'key')
