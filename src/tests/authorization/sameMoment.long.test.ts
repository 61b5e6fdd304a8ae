import { describe, expect } from 'vitest'
import { requestAs, throughGraphQL } from './request.ts'
import { type Setup, test } from './setup.ts'
import { changes, type Stated } from './stated.ts'
import { type VisitorName, visitorNames } from './visitors.ts'

// The later of two changes is refused with a reason, or applied to the result of the earlier one. Neither causes an internal error.

/** The name of the change if the server failed. */
async function failed({ fixtures, server, entered }: Setup, one: Stated, caller: VisitorName) {
  const way = throughGraphQL('Mutation', one.field)
  const question = way.question(one.ask(fixtures, caller))
  const { code } = way.read(await requestAs(server, entered[caller], question))
  return code === 'internal' ? [`${one.name} by ${caller}`] : []
}

/** Makes the changes at the same moment, restores the database and returns those that failed. */
async function together(setup: Setup, those: readonly Stated[], caller: VisitorName): Promise<string[]> {
  const found = await Promise.all(those.map((one) => failed(setup, one, caller)))
  await setup.state.restore(await setup.state.changed())
  return found.flat()
}

describe('the same change, six times', () => {
  test.for(changes)('$name', async (one, { setup }) => {
    for (const caller of visitorNames) expect(await together(setup, Array(6).fill(one), caller)).toEqual([])
  })
})

/** Other changes that are far from this one in the table, the same ones in every run. */
const othersOf = (one: Stated): Stated[] =>
  [1, 3, 8, 19, 37, 61, 89, 127].map(
    (distance) => changes[(changes.indexOf(one) + distance) % changes.length] as Stated,
  )

describe('two changes, twice each', () => {
  test.for(changes)('$name and others', async (one, { setup }) => {
    for (const other of othersOf(one))
      for (const caller of ['admin', 'staffCreator'] as const)
        expect(await together(setup, [one, other, one, other], caller), `with ${other.name}`).toEqual([])
  })
})
