import { parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import manifest from '#generated/persisted-documents.json' with { type: 'json' }
import {
  aliasFlood,
  deepFields,
  deepFragmentChain,
  directiveFlood,
  documentIn,
  fragmentChain,
  fragmentCycle,
  fragmentTangle,
  type HostileRequest,
  introspectionChain,
  overlappingFields,
  overlappingFragments,
  overlappingLevels,
  unusedFragments,
} from '#tests/support/hostile/graphqlDocuments.ts'
import { analyze } from './analysis.ts'
import { refuseTooLarge } from './limits.ts'
import { readManifest } from './persisted.ts'
import { rootFields } from './rootScopes.ts'
import { schema } from './schema.ts'

const analysisOf = (query: string) => analyze(parse(query))

const growing: [string, (n: number) => HostileRequest][] = [
  ['a chain of fragments', fragmentChain],
  ['a chain of fragments in fields', deepFragmentChain],
  ['a chain about the schema', introspectionChain],
  ['a cycle', fragmentCycle],
  ['unused fragments', unusedFragments],
  ['aliases', aliasFlood],
  ['directives', directiveFlood],
  ['one field again and again', overlappingFields],
  ['fragments over one field', overlappingFragments],
  ['nested fields', deepFields],
]

describe('a document is analyzed in time linear in its size', () => {
  test.for(growing)('%s', ([, make]) => {
    const sizes = [50, 100, 200, 400].map((n) => {
      const query = documentIn(make(n))
      return { bytes: query.length, visited: analysisOf(query).visited }
    })
    for (const { bytes, visited } of sizes) expect(visited).toBeLessThan(bytes)
    for (const [index, { visited }] of sizes.slice(1).entries())
      expect(visited).toBeLessThanOrEqual(2.1 * (sizes[index]?.visited ?? 0) + 10)
  })

  test('fragments that all spread each other, a quadratic number of spreads', () => {
    const query = documentIn(fragmentTangle(100))
    expect(analysisOf(query).visited).toBeLessThan(query.length)
  })

  test('and only once', () => {
    const document = parse(documentIn(fragmentChain(100)))
    expect(analyze(document)).toBe(analyze(document))
  })

  test('each fragment is read once to find the root fields', () => {
    const document = parse(documentIn(fragmentChain(100)))
    expect(rootFields(schema, document).map(({ name }) => name)).toEqual(['me', 'patient'])
    expect(rootFields(schema, parse(documentIn(fragmentTangle(20))))).toEqual([])
  })
})

describe('the cost of a document', () => {
  test('a fragment counts each time it is spread', () => {
    expect(analysisOf('{ ...F a { ...F } } fragment F on T { b c }').selections).toBe(7)
    expect(analysisOf(documentIn(fragmentChain(26))).selections).toBeGreaterThan(2 ** 26)
  })

  test('a fragment that spreads itself has infinite cost, even if it is unused', () => {
    for (const query of [
      documentIn(fragmentCycle(1)),
      documentIn(fragmentCycle(30)),
      documentIn(fragmentTangle(5)),
      '{ a } fragment F on T { b { ...G } } fragment G on T { ... { ...F } }',
    ])
      expect(analysisOf(query).selections, query).toBe(Number.POSITIVE_INFINITY)
  })

  test('aliases, directives and repeated fields count anywhere', () => {
    expect(
      analysisOf('query($v: T @a) @b { x: a @c a ... @d { a x: b } ...F @e } fragment F on T @f { y: a }'),
    ).toMatchObject({ aliases: 3, directives: 6, repeats: 2 })
  })

  test('introspection is found in any fragment and under any alias', () => {
    expect(analysisOf('{ ...F } fragment F on Query { a: __type(name: "T") { b } }').isIntrospection).toBe(
      true,
    )
    expect(analysisOf('{ __schema: me { id } }').isIntrospection).toBe(false)
  })
})

test.for([
  fragmentChain(26),
  deepFragmentChain(26),
  introspectionChain(26),
  fragmentCycle(10),
  fragmentTangle(20),
  aliasFlood(16),
  directiveFlood(21),
  overlappingFields(52),
  overlappingLevels(6),
])('$name: rejected before GraphQL’s own validation', (hostile) => {
  const document = parse(documentIn(hostile))
  expect(() => refuseTooLarge(document)).toThrow(expect.objectContaining({ code: 'invalid' }))
})

test('every document of the screens stays within half of the limits', () => {
  for (const text of readManifest(manifest).values()) {
    const { aliases, directives, repeats, selections } = analysisOf(text)
    expect({ repeats, text }).toMatchObject({ repeats: 0 })
    expect(selections, text).toBeLessThan(500)
    expect(aliases, text).toBeLessThan(8)
    expect(directives, text).toBeLessThan(10)
  }
})
