import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { buildSchema, isInputObjectType, type OperationDefinitionNode, print } from 'graphql'
import { expect } from 'vitest'
import { anyInput, type KnownIds, SYSTEM } from '#tests/support/anyArguments.ts'
import { anyJson, anyText, nasties } from '#tests/support/anyText.ts'
import { busyTest as test } from '#tests/support/busyTest.ts'
import { expectHarmless } from '#tests/support/faults.ts'
import { runs } from '#tests/support/properties.ts'
import { queryParameters, type Route } from './route.ts'
import { routes } from './router.ts'

const sdl = new URL('../../graphql/schema.graphql', import.meta.url)
const inputs = Object.values(buildSchema(readFileSync(sdl, 'utf8')).getTypeMap()).filter(isInputObjectType)

type Call = { method: string; path: string; body: string | undefined; headers: Record<string, string> }

/** A documented call with arbitrary path, query, type and body. */
function anyCall(route: Route, known: KnownIds): fc.Arbitrary<Call> {
  const parts = route.path
    .split('/')
    .map((part, n, all) => (part.startsWith(':') ? anyKey(all[n - 1], known) : part))
  const path = fc
    .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
    .map((words) => words.join('/'))
  return fc
    .record({ path, query: anyQuery(route), sent: route.takesBody ? anyBody(route, known) : fc.constant({}) })
    .map(({ path, query, sent }) => ({
      method: route.method,
      path: `${path}${query}`,
      body: undefined,
      headers: {},
      ...sent,
    }))
}

/** The part of a path after `patients/`: usually the ID of a patient. */
function anyKey(before: string | undefined, known: KnownIds): fc.Arbitrary<string> {
  const all = Object.values(known.ids).flat()
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...(known.ids[before?.replace(/s$/, '') ?? ''] ?? all)) },
    { weight: 2, arbitrary: fc.constantFrom(...all, 'assignable', 'mark-all-read') },
    { weight: 1, arbitrary: anyText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 2000)) },
    { weight: 1, arbitrary: fc.constantFrom('%E0%A4%A', '%', '%2e%2e', '%2F', '%00', ';', '*') },
  )
}

/** Mostly parameters that the call takes. Any other is refused. */
const anyQuery = (route: Route) =>
  fc.oneof(
    ...(route.path.endsWith('/by-identifier')
      ? [{ weight: 3, arbitrary: fc.constant(`?${new URLSearchParams({ system: SYSTEM, value: 'E-0' })}`) }]
      : []),
    { weight: 1, arbitrary: anyParameters(route) },
  )

const anyParameters = (route: Route) =>
  fc
    .dictionary(
      fc.oneof(
        { weight: 1, arbitrary: fc.constantFrom('first', '__proto__', 'x', 'constructor') },
        ...queryParameters(route).map((name) => ({ weight: 3, arbitrary: fc.constant(name) })),
      ),
      fc.oneof(fc.constantFrom('1', '100', '0', '101', 'dropped', 'Maren', 'e30', SYSTEM, 'E-0'), anyText),
      { maxKeys: queryParameters(route).length > 0 ? 2 : 0 },
    )
    .map((query) => {
      const pairs = Object.entries(query).map(([name, value]) => [name, value.slice(0, 500)])
      return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
    })

/** Mostly JSON for the call's own input or another's. Sometimes malformed or of an unsupported type. */
function anyBody(route: Route, known: KnownIds) {
  const [definition] = route.document.definitions as OperationDefinitionNode[]
  const wanted = definition?.variableDefinitions?.map(({ type }) => print(type).replace('!', '')) ?? []
  const own = inputs.find(({ name }) => wanted.includes(name))
  const inPath = route.path.includes(':') ? ['patientId', 'noteId', 'taskId', 'alertId', 'userId'] : []
  const json = fc.oneof(
    ...(own ? [{ weight: 8, arbitrary: anyInput(own, known, inPath) as fc.Arbitrary<unknown> }] : []),
    { weight: 1, arbitrary: fc.oneof(...inputs.map((input) => anyInput(input, known))) },
    { weight: 1, arbitrary: anyJson },
  )
  const type = (weight: number, name: string) => ({
    weight,
    arbitrary: fc.constant({ 'content-type': name } as Record<string, string>),
  })
  return fc.record({
    body: fc.oneof(
      { weight: 12, arbitrary: json.map((one) => JSON.stringify(one) ?? '') },
      { weight: 1, arbitrary: anyText },
      {
        weight: 1,
        arbitrary: fc.constantFrom('', '{', '[]', '{"a":1,}', '\ufeff{}', `${'['.repeat(5000)}`, ...nasties),
      },
    ),
    headers: fc.oneof(
      type(20, 'application/json'),
      type(1, 'application/json; charset=utf-16'),
      type(1, 'text/plain'),
      type(1, 'multipart/form-data; boundary=x'),
      type(1, 'application/x-www-form-urlencoded'),
    ),
  })
}

test('every documented call with arbitrary content gets a JSON response, never an internal error', async ({
  busy,
}) => {
  const count = runs(500, 1000)
  let succeeded = 0
  const call = fc.constantFrom(...routes).chain((route) => anyCall(route, busy.known))
  await busy.holds(count, call, async (visitor, { method, path, body, headers }) => {
    const answer = await visitor.call(method, path, body, headers)
    expectHarmless(answer, busy.faults)
    if (answer.status < 300) succeeded += 1
    else
      expect(answer.json, `${answer.status} ${answer.text}`.slice(0, 300)).toMatchObject({
        message: expect.stringMatching(/\S/),
      })
  })
  // Many calls succeeded, so they were not simply all rejected.
  expect(succeeded).toBeGreaterThan(count / 10)
})
