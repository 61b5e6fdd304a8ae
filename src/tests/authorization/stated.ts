import type { Fixtures } from './fixtures.ts'
import { statementsOf, table } from './table.ts'
import { type VisitorName, visitors } from './visitors.ts'

/** A request of the table, without its verdicts. */
export type Stated = {
  name: string
  field: string
  /** The arguments for a caller, or the fields of a mutation's `input`. */
  ask: (fixtures: Fixtures, caller: VisitorName) => Record<string, unknown>
}

const statedOf = (operation: 'Query' | 'Mutation'): readonly Stated[] =>
  Object.entries(table[operation]).flatMap(([field, stated]) =>
    statementsOf(stated)
      .filter(({ transport }) => transport !== 'rest')
      .map(({ about, ask }) => ({
        name: [field, about].filter(Boolean).join(' '),
        field,
        ask: (fixtures, caller) => ask?.(fixtures, fixtures.people[visitors[caller].person].id) ?? {},
      })),
  )

/** Every query and every mutation with arguments that find something, for tests that send many of them. */
export const reads = statedOf('Query')
export const changes = statedOf('Mutation')
