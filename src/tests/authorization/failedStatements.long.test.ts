import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { type WayToFail, waysToFail, withFailingStatement } from '#tests/support/failingStatements.ts'
import { requestAs, type Transport, throughGraphQL } from './request.ts'
import { restStatements } from './restStatements.ts'
import { type Setup, test } from './setup.ts'
import { changes, reads, type Stated } from './stated.ts'

// Each SQL statement of each request fails once. The request has then made all of its changes or none, and says nothing else. Sent
// again with the same Idempotency-Key, it has made all of them, and once.

/** Changes in several transactions. If one fails, a job finishes or withdraws the change; the tests of these jobs show it. */
const finishedByJobs = ['sendConsent', 'resendConsent', 'requestAuthorization', 'testWebhook']
/** Changes of visitors, whose keys are not kept, also if a signed-in user makes them. */
const ofVisitors = ['signIn', 'downloadSignedCopy']
/** After this time, a request whose answer was not kept counts as ended. */
const RUN_MS = 31_000
const STATEMENTS_MAX = 200
const serverFaults = ['internal', 'unavailable', 'broken off']
/** Rows that only count or keep requests, and are no effects of them. */
const counting = ['public.throttles', 'public.idempotency_keys']

type Ask = () => Record<string, unknown>
type Reply = { code: string; text: string }
type Given = { setup: Setup; clinic: TestClinic; way: Transport; ask: Ask }

async function send({ setup, way, ask }: Given, key?: string): Promise<Reply> {
  const headers = { ...setup.entered.admin, ...(key && { 'idempotency-key': key }) }
  try {
    return way.read(await requestAs(setup.server, headers, way.question(ask())))
  } catch (error) {
    if ((error as Error).message === 'terminated') return { code: 'broken off', text: '' }
    throw error
  }
}

type Effects = { tables: string[]; actions: string[] }

/** What differs from the saved state: tables, and actions in the audit log. `earlier` are those that were found before. */
async function effectsOn({ state }: Setup, earlier: readonly string[] = []): Promise<Effects> {
  const tables = [...new Set([...earlier, ...(await state.changed())])]
  const actions = (await state.recorded()).map(({ action }) => action)
  return { tables: tables.sort(), actions: actions.sort() }
}

const told = ({ tables, actions }: Effects): string =>
  [...tables.filter((table) => !counting.includes(table)), ...actions].join(' ')

/** Whether the effects are those of one change. A repeated answer is another view, and a change can come later than the other. */
function areOfOne(both: Effects, expected: Effects): boolean {
  const changesIn = ({ actions }: Effects) => actions.filter((one) => one !== 'viewed').join(' ')
  return changesIn(both) === changesIn(expected) && expected.tables.every((one) => both.tables.includes(one))
}

/** What is wrong with an answer to a request of which one statement failed. */
function untrue({ code, text }: Reply, found: string, all: string, isChange: boolean): string[] {
  if (code === 'data') return found === all ? [] : ['has an answer, but not all effects']
  return [
    ...(serverFaults.includes(code) ? [] : [`fails with ${code}`]),
    ...(found === '' || found === all ? [] : ['has some of its effects']),
    ...(isChange && text.includes('nothing was changed') && found !== ''
      ? ['says that it changed nothing']
      : []),
    ...(isChange && text.includes('Your change was made') && found === ''
      ? ['says that it changed something']
      : []),
  ]
}

/** Sends the request again with its key. Returns what is wrong then, and the tables that differ now. */
async function sendAgain(given: Given, key: string, expected: Effects, { tables }: Effects) {
  const { setup, clinic } = given
  let reply = await send(given, key)
  if (reply.text.includes('still_running')) {
    clinic.now = new Date(clinic.now.getTime() + RUN_MS)
    reply = await send(given, key)
    clinic.now = new Date(clinic.now.getTime() - RUN_MS)
  }
  const both = await effectsOn(setup, tables)
  const hasEndedSession = reply.code === 'unauthenticated' && both.tables.includes('public.sessions')
  const isAnswered = reply.code === 'data' || hasEndedSession || reply.text.includes('answer_lost')
  const wrong = [
    ...(areOfOne(both, expected) ? [] : [`has the effects ${told(both)} when sent again`]),
    ...(isAnswered ? [] : [`is refused with ${reply.code} when sent again`]),
  ]
  return { wrong, tables: both.tables }
}

/** What was wrong when each statement of the request failed in this way. `isKeyed` sends it again with its key. */
async function failures(given: Given, way: WayToFail, { isChange = false, isKeyed = false } = {}) {
  const { setup } = given
  const reply = await send(given)
  const expected = await effectsOn(setup)
  await setup.state.restore(expected.tables)
  if (reply.code !== 'data') return []
  const found: string[] = []
  for (let number = 1; number < STATEMENTS_MAX; number += 1) {
    const key = isKeyed ? randomUUID() : undefined
    const { result, failed } = await withFailingStatement(number, way, () => send(given, key))
    const first = await effectsOn(setup)
    if (failed === null) {
      await setup.state.restore(first.tables)
      return found
    }
    const again = key ? await sendAgain(given, key, expected, first) : { wrong: [], tables: first.tables }
    await setup.state.restore(again.tables)
    const wrong = [...untrue(result, told(first), told(expected), isChange), ...again.wrong]
    if (wrong.length > 0) found.push(`${number}, ${failed.slice(0, 80)}: ${result.code}, ${wrong.join(', ')}`)
  }
  return [...found, `more than ${STATEMENTS_MAX} statements`]
}

describe.each(waysToFail)('a statement is %s', (failing) => {
  test.for<Stated>(reads)('$name', async ({ field, ask }, { setup, opened }) => {
    const way = throughGraphQL('Query', field)
    const given = { setup, clinic: opened, way, ask: () => ask(setup.fixtures, 'admin') }
    expect(await failures(given, failing)).toEqual([])
  })

  test.for<Stated>(changes.filter(({ field }) => !finishedByJobs.includes(field)))(
    '$name',
    async ({ field, ask }, { setup, opened }) => {
      const way = throughGraphQL('Mutation', field)
      const given = { setup, clinic: opened, way, ask: () => ask(setup.fixtures, 'admin') }
      const isKeyed = !ofVisitors.includes(field)
      expect(await failures(given, failing, { isChange: true, isKeyed })).toEqual([])
    },
  )

  test.for(restStatements.filter(({ statement }) => statement.transport === 'rest'))(
    '$name',
    async ({ way, statement }, { setup, opened }) => {
      const { id } = setup.fixtures.people.admin
      const given = { setup, clinic: opened, way, ask: () => statement.ask?.(setup.fixtures, id) ?? {} }
      expect(await failures(given, failing)).toEqual([])
    },
  )
})
