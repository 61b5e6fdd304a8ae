import { type Fixtures, missingIdsFor, THEIRS } from './fixtures.ts'
import type { People } from './people.ts'
import { OURS } from './people.ts'
import { type Reply, requestAs, type Transport } from './request.ts'
import type { Stage } from './stage.ts'
import type { Recorded } from './state.ts'
import type { Statement } from './statement.ts'
import { type VisitorName, visitorNames, visitors } from './visitors.ts'

export const refusals = ['unauthenticated', 'forbidden', 'not_found', 'invalid', 'conflict', 'rate_limited']
/** A denial that is a row of the trail; a visitor's 401 is only counted. */
const recordedRefusals = ['forbidden', 'not_found']
const TRAIL = 'public.audit_logs'
/** Where a refusal may leave something: it is recorded, and requests are counted. */
export const counting = [TRAIL, 'public.audit_lanes', 'public.throttles']

/** Who may read which family name; everybody else must never meet it in an answer. */
const readers: Record<string, readonly (keyof People)[]> = {
  [OURS]: ['admin', 'staffCreator', 'staffOther', 'attorneyAssigned', 'program'],
  [THEIRS]: ['admin', 'staffCreator', 'staffOther', 'attorneyOther', 'program'],
}

/** The verdict that each visitor gets through one door, with a remark wherever it does not keep to the rules. */
export async function checkVerdicts(
  stage: Stage,
  way: Transport,
  statement: Statement,
): Promise<Record<VisitorName, string>> {
  const found = {} as Record<VisitorName, string>
  for (const name of visitorNames) found[name] = await cell(stage, way, statement, name)
  return found
}

async function cell(stage: Stage, way: Transport, statement: Statement, name: VisitorName): Promise<string> {
  const { world } = stage
  const own = world.people[visitors[name].person].id
  const asked = statement.ask?.(world, own) ?? {}
  const answer = await askedBy(stage, way, name, asked)
  const verdict = verdictOf(answer, statement, world)
  const remarks = [
    ...consequences(answer, verdict, statement, name, world),
    ...leaks(answer, verdict, statement, name, world, asked),
  ]
  const ghost = statement.ask?.(without(world, statement.missing), own) ?? {}
  if (verdict !== 'unauthenticated' && JSON.stringify(ghost) !== JSON.stringify(asked)) {
    const other = await askedBy(stage, way, name, ghost)
    remarks.push(
      ...consequences(other, other.code, statement, name, world),
      ...differences(answer, verdict, other, statement),
    )
  }
  return [verdict, ...remarks].join(', but ')
}

/** The world in which one thing does not exist, or nothing of it. */
const without = (world: Fixtures, missing?: keyof Fixtures): Fixtures =>
  missing ? { ...world, [missing]: missingIdsFor(world[missing]) } : missingIdsFor(world)

type Outcome = Reply & { changed: string[]; rows: Recorded[] }

/** Asks, looks at what came of it, and puts everything back. */
async function askedBy(
  { door, entered, state }: Stage,
  way: Transport,
  name: VisitorName,
  asked: Record<string, unknown>,
): Promise<Outcome> {
  const reply = way.read(await requestAs(door, entered[name], way.question(asked)))
  const changed = await state.changed()
  const rows = changed.includes(TRAIL) ? await state.recorded() : []
  await state.restore(changed)
  return { ...reply, changed, rows }
}

function verdictOf({ code, text }: Reply, { shows }: Statement, world: Fixtures): string {
  if (code !== 'data') return code
  return !shows || text.includes(shows(world)) ? 'allow' : 'empty'
}

/** A refusal changes nothing and is told once in the trail, under the name of whoever is signed in. */
function consequences(
  { changed, rows }: Outcome,
  verdict: string,
  { recordedAs }: Statement,
  name: VisitorName,
  world: Fixtures,
): string[] {
  if (!refusals.includes(verdict)) return []
  const { person, isSignedIn } = visitors[name]
  const denial = isSignedIn && recordedRefusals.includes(verdict) && `denied by ${world.people[person].id}`
  const failedSignIn = verdict === 'unauthenticated' && recordedAs
  const expected = [failedSignIn || denial].filter(Boolean)
  const told = rows.map(({ action, userId }) => (failedSignIn ? action : `${action} by ${userId}`))
  return [
    ...changed.filter((table) => !counting.includes(table)).map((table) => `changed ${table}`),
    ...(told.join() === expected.join() ? [] : [`recorded ${told.join(' and ') || 'nothing'}`]),
  ]
}

/** What an answer holds that this visitor must not know of. */
function leaks(
  { text }: Reply,
  verdict: string,
  { isOpenedBySecret }: Statement,
  name: VisitorName,
  world: Fixtures,
  asked: Record<string, unknown>,
): string[] {
  if (isOpenedBySecret) return []
  const isRefused = refusals.includes(verdict)
  const { person, isSignedIn } = visitors[name]
  const sent = JSON.stringify(asked)
  const closed = Object.entries(readers).flatMap(([word, known]) =>
    isRefused || !isSignedIn || !known.includes(person) ? [word, ...keysOn(word, world)] : [],
  )
  return closed.filter((word) => text.includes(word) && !sent.includes(word)).map((word) => `shows ${word}`)
}

/** The keys of everything that hangs on one family's patients. */
export function keysOn(word: string, world: Fixtures): string[] {
  if (word === THEIRS) return [world.theirs.id]
  const { at, note, task, appointment, begun, record, revoked, link, form, creatorsAlert, trailRow } = world
  const { restricted } = world
  return [
    ...Object.values(at),
    ...[note, task, appointment, begun, record, revoked.record, link, form, creatorsAlert, trailRow],
    restricted,
  ].map(({ id }) => id)
}

/** What does not exist is never allowed, and told from what is invisible by nothing. */
function differences(answer: Reply, verdict: string, other: Reply, { ghost }: Statement): string[] {
  const missing = ghost ?? 'not_found'
  const expected = verdict === 'forbidden' ? ['forbidden', missing] : [missing]
  return [
    ...(expected.includes(other.code) ? [] : [`${other.code} for what does not exist`]),
    ...(['not_found', 'empty'].includes(verdict) && plain(answer) !== plain(other)
      ? ['tells missing from invisible']
      : []),
  ]
}

/** An answer without the keys and references that differ from request to request. */
const plain = ({ text }: Reply) => text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'key')
