import type { Operation } from './documents.ts'
import type { Fixtures } from './fixtures.ts'
import { throughGraphQL } from './request.ts'
import type { Statement } from './statement.ts'
import { statementsOf, table } from './table.ts'
import { withKeys } from './verdicts.ts'
import { type VisitorName, visitors } from './visitors.ts'

/** A request of the table, without its verdicts. */
export type Stated = {
  name: string
  field: string
  /** The arguments for a caller, or the fields of a mutation's `input`. */
  ask: (fixtures: Fixtures, caller: VisitorName) => Record<string, unknown>
}

const named = (operation: Operation): { name: string; field: string; statement: Statement }[] =>
  Object.entries(table[operation]).flatMap(([field, stated]) =>
    statementsOf(stated)
      .filter(({ transport }) => transport !== 'rest')
      .map((statement) => ({ name: [field, statement.about].filter(Boolean).join(' '), field, statement })),
  )

/** Each statement of the table that GraphQL can make, with its verdicts. */
export const graphqlStatements = (operation: Operation) =>
  named(operation).map(({ name, field, statement }) => ({
    name,
    way: throughGraphQL(operation, field),
    statement,
    stated: withKeys(operation, statement.verdicts),
  }))

const statedOf = (operation: Operation): readonly Stated[] =>
  named(operation).map(({ name, field, statement: { ask } }) => ({
    name,
    field,
    ask: (fixtures, caller) => ask?.(fixtures, fixtures.people[visitors[caller].person].id) ?? {},
  }))

/** Every query and every mutation with arguments that find something, for tests that send many of them. */
export const reads = statedOf('Query')
export const changes = statedOf('Mutation')
