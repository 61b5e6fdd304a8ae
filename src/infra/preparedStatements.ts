import { type CustomTypesConfig, types as defaults, type Pool, type PoolClient } from 'pg'

/** A statement in SQL with its parameter values. */
export type Statement = {
  text: string
  values: readonly unknown[]
  /**
   * Whether PostgreSQL plans it for these values. A statement with a LIKE pattern must be: a plan for any pattern cannot
   * know how rare the pattern is.
   */
  isPlannedEachTime?: boolean
}

/** Runs statements that nearly every request needs, beside Prisma and over the same connections. */
export type PreparedStatements = {
  /** Returns the rows as arrays. Dates are at midnight UTC, as from Prisma. The statement is its own transaction. */
  rows: (statement: Statement) => Promise<unknown[][]>
}

/** How many statements a connection prepares. Callers choose the columns, so the number of texts has no other bound. */
export const PREPARED_MAX = 200

/**
 * SQLSTATE codes of a prepared statement that a migration changed (0A000) or that is gone (26000). Both happen before the
 * statement runs, so it is safe to repeat it.
 */
const OUTDATED = ['0A000', '26000']

const DATE = 1082

const types: CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === DATE ? (text: string) => new Date(`${text}T00:00:00Z`) : defaults.getTypeParser(id, format),
} as CustomTypesConfig

/** `preparesStatements` is false behind a connection pooler that does not support them. */
export function prepareStatements(pool: Pool, preparesStatements: boolean): PreparedStatements {
  const names = new Map<string, string>()
  let generation = 0
  const generations = new WeakMap<PoolClient, number>()

  function nameOf({ text, isPlannedEachTime }: Statement): string | undefined {
    if (!preparesStatements || isPlannedEachTime) return undefined
    const known = names.get(text)
    if (known) return known
    if (names.size >= PREPARED_MAX) {
      names.clear()
      generation += 1
    }
    const name = `read_${generation}_${names.size}`
    names.set(text, name)
    return name
  }

  /** A connection that holds only statements of this generation. Closing an older one frees its statements. */
  async function connect(): Promise<PoolClient> {
    const client = await pool.connect()
    const its = generations.get(client)
    if (its === undefined || its === generation) {
      generations.set(client, generation)
      return client
    }
    client.release(true)
    return connect()
  }

  async function run(statement: Statement): Promise<unknown[][]> {
    const { text, values } = statement
    const name = nameOf(statement)
    const client = await connect()
    try {
      const query = { text, values: [...values], rowMode: 'array' as const, types, ...(name && { name }) }
      const { rows } = await client.query<unknown[]>(query)
      client.release()
      return rows
    } catch (error) {
      client.release(isOutdated(error) || !(error as { code?: string }).code)
      throw error
    }
  }

  return {
    rows: (statement) =>
      run(statement).catch((error: unknown) => {
        if (!isOutdated(error)) throw error
        // Other connections may hold the old plan too.
        return run({ ...statement, isPlannedEachTime: true })
      }),
  }
}

const isOutdated = (error: unknown): boolean => OUTDATED.includes((error as { code?: string }).code ?? '')
