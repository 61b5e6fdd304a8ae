import fc from 'fast-check'
import { expect } from 'vitest'
import { anyDocument, rootFieldsOf } from '#tests/support/anyDocument.ts'
import { anyJson, anyText } from '#tests/support/anyText.ts'
import { busyTest as test } from '#tests/support/busyTest.ts'
import { expectHarmless } from '#tests/support/faults.ts'
import { runs } from '#tests/support/properties.ts'
import { schema } from './schema.ts'

type Body = { data?: Record<string, unknown>; errors?: { extensions?: { code?: string } }[] }

test('no combination of arguments causes an internal error or leaks internals', async ({ busy }) => {
  const answered = new Set<string>()
  await busy.holds(runs(700), anyDocument(schema, busy.known), async (visitor, request) => {
    const answer = await visitor.call('POST', '/graphql', request)
    expectHarmless(answer, busy.faults)
    const { data, errors = [] } = answer.json as Body
    const codes = errors.map(({ extensions }) => extensions?.code)
    expect(codes).not.toContain('internal')
    for (const name of codes.length === 0 ? Object.keys(data ?? {}) : []) answered.add(name)
  })
  // Most fields returned a result at least once, so the arguments were not simply all rejected.
  expect(answered.size).toBeGreaterThan(rootFieldsOf(schema).length / 5)
})

test('a body of any shape gets a JSON error, never an internal error', async ({ busy }) => {
  const document = fc.oneof(
    fc.constantFrom('{ me { id } }', 'query A { me { id } } query B { me { role } }', '{'),
    anyText,
  )
  const shaped = fc.record(
    { query: fc.oneof(document, anyJson), variables: anyJson, operationName: anyJson, extensions: anyJson },
    { requiredKeys: [] },
  )
  const body = fc.oneof(
    shaped.map((one) => JSON.stringify(one)),
    anyJson.map((one) => JSON.stringify(one) ?? ''),
    fc.array(shaped, { maxLength: 3 }).map((one) => JSON.stringify(one)),
    anyText,
  )
  await busy.holds(runs(100), body, async (visitor, text) => {
    const answer = await visitor.call('POST', '/graphql', text)
    expectHarmless(answer, busy.faults)
    expect(answer.json).toBeInstanceOf(Object)
  })
})
