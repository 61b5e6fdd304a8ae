import { describe, expect } from 'vitest'
import { nasties } from '#tests/support/anyText.ts'
import { requestAs, type Transport, throughGraphQL } from './request.ts'
import { restStatements } from './restStatements.ts'
import { type Setup, test } from './setup.ts'
import { changes, reads, type Stated } from './stated.ts'

const texts = [
  ...nasties,
  ...['x'.repeat(70_000), '-1', '1e400', '2026-02-30', '24:00', '2026-11-30T24:00:00Z'],
  ...['0000-01-01T00:00:00Z', '0001-01-01', '9999-12-31T23:59:59Z', '+275760-09-13T00:00:00Z'],
  ...['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF'],
]
const others = [null, true, 0, -1, 1.5, 2_147_483_647, -2_147_483_648, 2 ** 53, [], {}, [null], ['x'], [[]]]
const values: readonly unknown[] = [...texts, ...others]

/** The value with each of its parts replaced by each of the values above. */
function variants(value: unknown): readonly unknown[] {
  if (value === null || typeof value !== 'object') return values
  const parts = Object.entries(value)
  const changed = parts.flatMap(([name, part]) => variants(part).map((other) => ({ [name]: other })))
  if (Array.isArray(value)) return [...values, ...changed.map((other) => Object.assign([...value], other))]
  return [...others, ...changed.map((other) => ({ ...value, ...other }))]
}

type Ask = NonNullable<Stated['ask']>

/** Sends the request once for each odd value of each argument, and returns those that failed with an internal error. */
async function failedValues({ fixtures, server, entered, state }: Setup, way: Transport, ask: Ask) {
  const failed: string[] = []
  for (const [name, value] of Object.entries(ask(fixtures, 'admin')))
    for (const other of variants(value)) {
      const question = way.question({ ...ask(fixtures, 'admin'), [name]: other })
      // Node itself refuses a longer address.
      if (question.path.length > 10_000) continue
      const { code } = way.read(await requestAs(server, entered.admin, question))
      if (code === 'internal') failed.push(`${name}: ${JSON.stringify(other).slice(0, 100)}`)
      if (code === 'data') await state.restore(await state.changed())
    }
  return failed
}

describe.each([
  ['Query', reads],
  ['Mutation', changes],
] as const)('%s', (operation, stated) => {
  test.for<Stated>(stated)(
    '$name refuses or takes any value of each argument',
    async ({ field, ask }, { setup }) => {
      expect(await failedValues(setup, throughGraphQL(operation, field), ask)).toEqual([])
    },
  )
})

test.for(restStatements)('$name refuses or takes any value of each argument', async (one, { setup }) => {
  const own = setup.fixtures.people.admin.id
  expect(await failedValues(setup, one.way, (fixtures) => one.statement.ask?.(fixtures, own) ?? {})).toEqual(
    [],
  )
})
