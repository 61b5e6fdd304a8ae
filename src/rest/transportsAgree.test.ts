import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { buildSchema, isInputObjectType, type OperationDefinitionNode, print } from 'graphql'
import { expect } from 'vitest'
import { statusOf } from '#domain/errors.ts'
import { anyInput, type Json, type KnownIds, SYSTEM } from '#tests/support/anyArguments.ts'
import { type Person, people } from '#tests/support/busyClinic.ts'
import { shorten } from '#tests/support/busyTest.ts'
import { runs } from '#tests/support/properties.ts'
import { test as base } from '#tests/support/test.ts'
import { openTwin, type Twin } from '#tests/support/twoClinics.ts'
import type { Route } from './route.ts'
import { routes } from './router.ts'

const schema = buildSchema(readFileSync(new URL('../../graphql/schema.graphql', import.meta.url), 'utf8'))

/** Every call of both APIs, except sign-in, sign-out and files. */
// Files are uploaded as forms, which only REST accepts.
const spoken = routes.filter(({ takesForm }) => !takesForm)
const shared = spoken.filter(
  ({ path, answer }) => !path.startsWith('/api/auth/') && !['file', 'table', 'archive'].includes(answer.kind),
)

/** One call, its caller, and the existing IDs that it uses. */
type Step = { who: Person; call: string; picks: number[]; query: Record<string, string>; body: Json }
type Outcome = { code: string; message?: unknown; fields?: unknown; body?: unknown }

/** The tables of resources that have another name in paths. */
const tables: Record<string, string> = {
  notes: 'patient_notes',
  records: 'patient_records',
  requests: 'patient_requests',
}

/** The names in inputs that are not those of the resource. */
const otherNames: Record<string, string> = {
  patientImportId: 'importId',
  consentRequestId: 'requestId',
  requestId: 'patientRequestId',
}

/** The resources whose IDs are in a path, in order. */
const nounsOf = ({ path }: Route) =>
  [...path.matchAll(/([\w-]+)\/:/g)].map(([, noun = '']) => ({
    name: path.endsWith('-hours') ? 'providerId' : (otherNames[nameOf(noun)] ?? nameOf(noun)),
    table: tables[noun] ?? noun.replaceAll('-', '_'),
  }))

const nameOf = (noun: string) =>
  `${noun.replace(/s$/, '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`

const spelled = ({ method, path }: Route) => `${method} ${path}`
const routeOf = ({ call }: Step) => shared.find((route) => spelled(route) === call) as Route

const declared = ({ document }: Route) => {
  const [operation] = document.definitions as OperationDefinitionNode[]
  return (operation?.variableDefinitions ?? []).map(({ variable, type }) => ({
    name: variable.name.value,
    type: print(type).replaceAll('!', ''),
  }))
}

/**
 * REST refuses these callers before it reads the body, so the audit row of the refusal cannot name a patient or API key whose ID is
 * only in the body. GraphQL has read it by then.
 */
const refusedEarly: Record<string, readonly Person[]> = {
  'POST /api/appointments': ['attorney'],
  'PUT /api/appointments/by-identifier': ['attorney'],
  'POST /api/tasks': ['attorney'],
  'PUT /api/tasks/by-identifier': ['attorney'],
  'POST /api/webhooks': ['attorney', 'staff'],
}
const callersOf = (route: Route): Person[] =>
  people.filter((who) => !refusedEarly[spelled(route)]?.includes(who))

function anyStep(known: KnownIds): fc.Arbitrary<Step> {
  return fc.constantFrom(...shared).chain((route) => {
    const input = schema.getType(declared(route).find(({ name }) => name === 'input')?.type ?? '')
    const inPath = nounsOf(route).map(({ name }) => name)
    return fc.record({
      who: fc.constantFrom(...callersOf(route)),
      call: fc.constant(spelled(route)),
      picks: fc.array(fc.nat(20), { minLength: 2, maxLength: 2 }),
      query: anyFilter(route),
      body: isInputObjectType(input)
        ? anyInput(input, known, inPath).filter((body) => JSON.stringify(body).length < 100_000)
        : fc.constant({}),
    })
  })
}

const anyFilter = (route: Route): fc.Arbitrary<Record<string, string>> => {
  if (declared(route).some(({ name }) => name === 'system'))
    return fc.record({ system: fc.constant(SYSTEM), value: fc.constantFrom('E-0', 'E-1', 'E-9') })
  if (route.answer.kind !== 'list') return fc.constant({})
  return declared(route).some(({ name }) => name === 'search')
    ? fc.record(
        {
          status: fc.constantFrom('dropped', 'consent_sent', 'nonsense'),
          search: fc.constantFrom('lindq', 'MAREN busy', '%', 'nobody', '\\_'),
        },
        { requiredKeys: [] },
      )
    : fc.constant({})
}

async function byRest(clinic: Twin, step: Step, keys: string[]): Promise<Outcome> {
  const route = routeOf(step)
  const { method, takesBody } = route
  const ids = [...keys]
  const path = route.path.replaceAll(/:\w+/g, () => ids.shift() ?? '')
  const query = new URLSearchParams(step.query)
  // Without a limit, REST reads the whole list and may record "all patients" where a page names them.
  if (route.answer.kind === 'list') query.set('limit', '100')
  const answer = await clinic.visitors[step.who].call(
    method,
    `${path}${query.size > 0 ? `?${query}` : ''}`,
    takesBody ? step.body : undefined,
  )
  const { message, fields, ...body } = answer.json as Json
  const code = Object.entries(statusOf).find(([, status]) => status === answer.status)?.[0]
  if (code) return { code, message, fields }
  return { code: answer.status < 300 ? 'done' : String(answer.status), body: listed(answer.json) ?? body }
}

async function byGraphQL(clinic: Twin, step: Step, keys: string[]): Promise<Outcome> {
  const { body, query } = step
  const route = routeOf(step)
  const named = Object.fromEntries(nounsOf(route).map(({ name }, n) => [name, keys[n]]))
  const values: Json = { input: { ...body, ...named }, id: keys[0], ...named, ...query, first: 100 }
  const variables = Object.fromEntries(declared(route).map(({ name }) => [name, values[name]]))
  const { data, errors } = await clinic.visitors[step.who].graphql(print(route.document), variables)
  const [error] = errors
  if (error) return { code: error.extensions.code, message: error.message, fields: error.extensions.fields }
  return { code: 'done', body: shaped(route, data) }
}

/** The REST response for the same data. */
function shaped({ answer }: Route, data: unknown): unknown {
  if (answer.kind === 'list') return listed(answer.connection(data).edges.map(({ node }) => node))
  if (answer.kind !== 'object') return null
  const reply = answer.reply(data) as Json
  const { message: _, ...rest } = reply
  return listed(reply) ?? rest
}

const listed = (value: unknown): unknown[] | undefined => (Array.isArray(value) ? value : undefined)

const comparable = (clinic: Twin, { body, ...outcome }: Outcome): unknown => {
  const normalized = clinic.normalized(body ?? null)
  // Sorted, because rows of the same time are ordered by their random IDs.
  const rows = listed(normalized)?.map((row) => JSON.stringify(row))
  return { ...(clinic.normalized(outcome) as object), body: rows?.sort() ?? normalized }
}

const test = base.extend<{ twins: [Twin, Twin] }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures wanted from this pattern
  twins: async ({}, use) => {
    const name = `twin_${process.pid}_${Date.now()}`
    const twins: [Twin, Twin] = [await openTwin(`${name}_a`), await openTwin(`${name}_b`)]
    await use(twins)
    for (const twin of twins) await twin.close()
  },
})

test('GraphQL and REST give the same responses and the same data, for any calls in any order', {
  timeout: runs(180_000),
}, async ({ twins }) => {
  const [spoken, called] = twins
  const [tried, done] = [new Set<string>(), new Set<string>()]
  const steps = fc.array(anyStep(spoken.known), { minLength: 1, maxLength: 12, size: 'max' })
  const property = fc.asyncProperty(steps, async (sequence) => {
    for (const twin of twins) await twin.restart()
    for (const [n, step] of sequence.entries()) {
      const keysIn = (twin: Twin) =>
        nounsOf(routeOf(step)).map(({ table }, at) => {
          const keys = twin.keysOf(table)
          return keys[(step.picks[at] ?? 0) % keys.length] ?? 'nobody'
        })
      for (const { clinic } of twins) clinic.now = new Date(clinic.now.getTime() + 1000)
      const [graphql, rest] = [
        await byGraphQL(spoken, step, keysIn(spoken)),
        await byRest(called, step, keysIn(called)),
      ]
      const [left, right] = [await spoken.state(), await called.state()]
      const at = `step ${n}, ${step.who}: ${step.call}`
      expect(comparable(called, rest), at).toEqual(comparable(spoken, graphql))
      for (const [table, rows] of Object.entries(left))
        expect(right[table], `${table} after ${at}`).toEqual(rows)
      tried.add(step.call)
      if (rest.code === 'done') done.add(step.call)
    }
  })
  await fc.assert(property, { numRuns: runs(16, 32), includeErrorInReport: true }).catch(shorten)
  // Of the calls that were tried, many succeeded at least once, so the two did not simply both reject everything.
  expect(done.size).toBeGreaterThan(tried.size / 4)
})
