import { type Fixtures, missingIdsFor, THEIRS } from './fixtures.ts'
import type { People } from './people.ts'
import { OURS } from './people.ts'
import { type Reply, requestAs, type Transport } from './request.ts'
import type { Setup } from './setup.ts'
import type { Recorded } from './state.ts'
import type { Statement } from './statement.ts'
import { type VisitorName, visitorNames, visitors } from './visitors.ts'

export const refusals = [
  'unauthenticated',
  'forbidden',
  'step_up_required',
  'not_found',
  'invalid',
  'conflict',
  'rate_limited',
]
/** Denials that write an audit row. A 401 is only counted. */
const recordedRefusals = ['forbidden', 'not_found', 'step_up_required']
const AUDIT_LOG = 'public.audit_logs'
/** The tables that a denied request may change: the audit log and the request counters. */
export const counting = [AUDIT_LOG, 'public.audit_lanes', 'public.throttles']

/** The callers who may read each last name. No other caller's response may contain it. */
const readers: Record<string, readonly (keyof People)[]> = {
  [OURS]: ['admin', 'stale', 'staffCreator', 'staffOther', 'attorneyAssigned', 'program'],
  [THEIRS]: ['admin', 'stale', 'staffCreator', 'staffOther', 'attorneyOther', 'program'],
}

type Thoroughness = {
  callers?: readonly VisitorName[]
  /** Whether every caller repeats the request for a missing record, and not only the first one with each verdict. */
  allAskForMissing?: boolean
}

/** The verdict for each of the callers through one transport, followed by every rule that the response broke. */
export async function checkVerdicts(
  setup: Setup,
  way: Transport,
  statement: Statement,
  { callers = visitorNames, allAskForMissing = false }: Thoroughness = {},
): Promise<Partial<Record<VisitorName, string>>> {
  const found: Partial<Record<VisitorName, string>> = {}
  const known = new Set<string>()
  const asksForMissing = (verdict: string) => {
    const isFirst = !known.has(verdict)
    known.add(verdict)
    return isFirst || allAskForMissing
  }
  for (const name of callers) found[name] = await checkOne(setup, way, statement, name, asksForMissing)
  return found
}

async function checkOne(
  setup: Setup,
  way: Transport,
  statement: Statement,
  name: VisitorName,
  asksForMissing: (verdict: string) => boolean,
): Promise<string> {
  const { fixtures } = setup
  const own = fixtures.people[visitors[name].person].id
  const args = statement.ask?.(fixtures, own) ?? {}
  const answer = await outcomeOf(setup, way, name, args)
  const verdict = verdictOf(answer, statement, fixtures)
  const remarks = [
    ...consequences(answer, verdict, statement, name, fixtures),
    ...leaks(answer, verdict, statement, name, fixtures, args),
  ]
  const missingArgs = statement.ask?.(without(fixtures, statement.missing), own) ?? {}
  const hasMissing = verdict !== 'unauthenticated' && JSON.stringify(missingArgs) !== JSON.stringify(args)
  if (hasMissing && asksForMissing(verdict)) {
    const other = await outcomeOf(setup, way, name, missingArgs)
    remarks.push(
      ...consequences(other, other.code, statement, name, fixtures),
      ...differences(answer, verdict, other, statement),
    )
  }
  return [verdict, ...remarks].join(', but ')
}

/** The fixtures with the IDs of `missing`, or all IDs, replaced by IDs that do not exist. */
const without = (fixtures: Fixtures, missing?: keyof Fixtures): Fixtures =>
  missing ? { ...fixtures, [missing]: missingIdsFor(fixtures[missing]) } : missingIdsFor(fixtures)

type Outcome = Reply & { changed: string[]; rows: Recorded[] }

/** Sends the request, collects what it changed and restores the database. */
async function outcomeOf(
  { server, entered, state }: Setup,
  way: Transport,
  name: VisitorName,
  args: Record<string, unknown>,
): Promise<Outcome> {
  const reply = way.read(await requestAs(server, entered[name], way.question(args)))
  const changed = await state.changed()
  const rows = changed.includes(AUDIT_LOG) ? await state.recorded() : []
  await state.restore(changed)
  return { ...reply, changed, rows }
}

function verdictOf({ code, text }: Reply, { shows }: Statement, fixtures: Fixtures): string {
  if (code !== 'data') return code
  return !shows || text.includes(shows(fixtures)) ? 'allow' : 'empty'
}

/** A denied request must change nothing and write one audit row under the caller's name. */
function consequences(
  { changed, rows }: Outcome,
  verdict: string,
  { recordedAs }: Statement,
  name: VisitorName,
  fixtures: Fixtures,
): string[] {
  if (!refusals.includes(verdict)) return []
  const { person, isSignedIn } = visitors[name]
  const denial = isSignedIn && recordedRefusals.includes(verdict) && `denied by ${fixtures.people[person].id}`
  const failedSignIn = verdict === 'unauthenticated' && recordedAs
  const expected = [failedSignIn || denial].filter(Boolean)
  const recorded = rows.map(({ action, userId }) => (failedSignIn ? action : `${action} by ${userId}`))
  return [
    ...changed.filter((table) => !counting.includes(table)).map((table) => `changed ${table}`),
    ...(recorded.join() === expected.join() ? [] : [`recorded ${recorded.join(' and ') || 'nothing'}`]),
  ]
}

/** What the response reveals although this caller must not see it. */
function leaks(
  { text }: Reply,
  verdict: string,
  { isOpenedBySecret }: Statement,
  name: VisitorName,
  fixtures: Fixtures,
  args: Record<string, unknown>,
): string[] {
  if (isOpenedBySecret) return []
  const isRefused = refusals.includes(verdict)
  const { person, isSignedIn } = visitors[name]
  const sent = JSON.stringify(args)
  const closed = Object.entries(readers).flatMap(([word, mayRead]) =>
    isRefused || !isSignedIn || !mayRead.includes(person) ? [word, ...keysOn(word, fixtures)] : [],
  )
  return closed.filter((word) => text.includes(word) && !sent.includes(word)).map((word) => `shows ${word}`)
}

/** The IDs of all records of the patients with this last name. */
export function keysOn(word: string, fixtures: Fixtures): string[] {
  if (word === THEIRS) return [fixtures.theirs.id]
  const { at, note, task, appointment, begun, record, revoked, link, form, creatorsAlert, auditRow } =
    fixtures
  const { restricted } = fixtures
  return [
    ...Object.values(at),
    ...[note, task, appointment, begun, record, revoked.record, link, form, creatorsAlert, auditRow],
    restricted,
  ].map(({ id }) => id)
}

/** A missing ID must never be allowed, and the response must not differ from the one for an invisible record. */
function differences(answer: Reply, verdict: string, other: Reply, { whenMissing }: Statement): string[] {
  const missing = whenMissing ?? 'not_found'
  const expected = ['forbidden', 'step_up_required'].includes(verdict) ? [verdict, missing] : [missing]
  return [
    ...(expected.includes(other.code) ? [] : [`${other.code} for a missing record`]),
    ...(['not_found', 'empty'].includes(verdict) && plain(answer) !== plain(other)
      ? ['reveals that the record exists']
      : []),
  ]
}

/** A response without the IDs that differ between requests. */
const plain = ({ text }: Reply) => text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'key')
