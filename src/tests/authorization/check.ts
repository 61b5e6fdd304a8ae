import { type Fixtures, missingIdsFor, THEIRS } from './fixtures.ts'
import type { People } from './people.ts'
import { OURS } from './people.ts'
import { type Reply, requestAs, type Transport } from './request.ts'
import type { Stage } from './stage.ts'
import type { Recorded } from './state.ts'
import type { Statement } from './statement.ts'
import { type VisitorName, visitorNames, visitors } from './visitors.ts'

export const refusals = ['unauthenticated', 'forbidden', 'not_found', 'invalid', 'conflict', 'rate_limited']
/** Denials that write an audit row. A 401 is only counted. */
const recordedRefusals = ['forbidden', 'not_found']
const TRAIL = 'public.audit_logs'
/** The tables that a denied request may change: the audit log and the request counters. */
export const counting = [TRAIL, 'public.audit_lanes', 'public.throttles']

/** The callers who may read each last name. No other caller's response may contain it. */
const readers: Record<string, readonly (keyof People)[]> = {
  [OURS]: ['admin', 'staffCreator', 'staffOther', 'attorneyAssigned', 'program'],
  [THEIRS]: ['admin', 'staffCreator', 'staffOther', 'attorneyOther', 'program'],
}

/** The verdict for each caller through one transport, followed by every rule that the response broke. */
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

/** The fixtures with the IDs of `missing`, or all IDs, replaced by IDs that do not exist. */
const without = (world: Fixtures, missing?: keyof Fixtures): Fixtures =>
  missing ? { ...world, [missing]: missingIdsFor(world[missing]) } : missingIdsFor(world)

type Outcome = Reply & { changed: string[]; rows: Recorded[] }

/** Sends the request, collects what it changed and restores the database. */
async function askedBy(
  { server, entered, state }: Stage,
  way: Transport,
  name: VisitorName,
  asked: Record<string, unknown>,
): Promise<Outcome> {
  const reply = way.read(await requestAs(server, entered[name], way.question(asked)))
  const changed = await state.changed()
  const rows = changed.includes(TRAIL) ? await state.recorded() : []
  await state.restore(changed)
  return { ...reply, changed, rows }
}

function verdictOf({ code, text }: Reply, { shows }: Statement, world: Fixtures): string {
  if (code !== 'data') return code
  return !shows || text.includes(shows(world)) ? 'allow' : 'empty'
}

/** A denied request must change nothing and write one audit row under the caller's name. */
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

/** What the response reveals although this caller must not see it. */
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

/** The IDs of all records of the patients with this last name. */
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

/** A missing ID must never be allowed, and the response must not differ from the one for an invisible record. */
function differences(answer: Reply, verdict: string, other: Reply, { ghost }: Statement): string[] {
  const missing = ghost ?? 'not_found'
  const expected = verdict === 'forbidden' ? ['forbidden', missing] : [missing]
  return [
    ...(expected.includes(other.code) ? [] : [`${other.code} for a missing record`]),
    ...(['not_found', 'empty'].includes(verdict) && plain(answer) !== plain(other)
      ? ['reveals that the record exists']
      : []),
  ]
}

/** A response without the IDs that differ between requests. */
const plain = ({ text }: Reply) => text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'key')
